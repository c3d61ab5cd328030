import { expect, it } from 'vitest'
import { jvmEnvironment } from '../../../src/jvm/environment.ts'

it('jvmEnvironment() drops what would change a JVM unseen, and keeps the rest', () => {
  const env = jvmEnvironment({
    PATH: '/bin',
    JAVA_TOOL_OPTIONS: '-Xint',
    JDK_JAVA_OPTIONS: '-Xint',
    _JAVA_OPTIONS: '-Xint',
    CLASSPATH: 'other.jar',
    LC_ALL: 'C',
  })
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  expect(env).toEqual({ PATH: '/bin', LC_ALL: locale })
})
