import { tmpdir } from 'node:os'
import { startJava } from '../../src/jvm/start-java.ts'
import { findJavas } from '../../src/jvm/find-java.ts'

// Starts a JVM that never ends by itself, and exits once it is told so on stdin.
const [classPath = '', port = '', logFile = ''] = process.argv.slice(2)
const [java] = await findJavas(process.env)
if (java === undefined) throw new Error('no Java')
await startJava({
  java,
  jvmFlags: [],
  classPath: [classPath],
  mainClass: 'HoldOn',
  args: ['stubborn', port, logFile],
  cwd: tmpdir(),
  logFile,
})
process.stdin.once('data', () => process.exit(0))
