/** Variables through which flags or jars would reach a JVM without standing in any report. */
const HIDDEN_OPTIONS = ['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS', 'CLASSPATH']

/**
 * The environment for every JVM of ours: without hidden options, and with a locale in which paths
 * outside ASCII can be opened (with LC_ALL=C on Linux the launcher does not find their jars, whatever
 * -Dsun.jnu.encoding says; macOS always uses UTF-8).
 */
export function jvmEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const visible = Object.entries(env).filter(([name]) => !HIDDEN_OPTIONS.includes(name))
  const locale = process.platform === 'linux' ? { LC_ALL: 'C.UTF-8' } : {}
  return { ...Object.fromEntries(visible), ...locale }
}
