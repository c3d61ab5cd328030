import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readCpuSeconds } from '../../../src/jvm/cpu-time.ts'
import { findJavas } from '../../../src/jvm/find-java.ts'
import type { Java } from '../../../src/jvm/java.ts'
import { startJava } from '../../../src/jvm/start-java.ts'
import type { StartedJvm, StartJavaOptions } from '../../../src/jvm/start-java.ts'
import { temporaryDirectory } from '../../../src/lib/files.ts'
import type { TemporaryDirectory } from '../../../src/lib/files.ts'
import { runProgram } from '../../../src/lib/process.ts'
import { Scope } from '../../../src/lib/scope.ts'

const PROGRAMS = fileURLToPath(new URL('../../programs/', import.meta.url))
const javas = await findJavas(process.env)

let temp: TemporaryDirectory
let classes: string
let server: Server
let scope = new Scope()

beforeAll(async () => {
  temp = await temporaryDirectory(tmpdir(), 'start-java-')
  classes = join(temp.path, 'größer (copy)')
  await mkdir(classes)
  const compiler = join(dirname(firstJava().executable), 'javac')
  const source = join(PROGRAMS, 'HoldOn.java')
  const result = await runProgram(compiler, ['-d', classes, source], {
    timeoutMs: 60_000,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  expect(result).toMatchObject({ exitCode: 0, stderr: '' })
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  await scope.close()
  scope = new Scope()
})

afterAll(async () => {
  server.close()
  await temp[Symbol.asyncDispose]()
})

function firstJava(): Java {
  const [java] = javas
  if (java === undefined) throw new Error('these tests need a JDK')
  return java
}

function serverPort(): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return String(address.port)
}

let logs = 0
function newLogFile(): string {
  logs += 1
  return join(temp.path, `log ${logs}.txt`)
}

async function start(
  mode: 'wait' | 'stubborn' | 'exit',
  options: Partial<StartJavaOptions> = {},
): Promise<StartedJvm & { readonly logFile: string }> {
  const logFile = newLogFile()
  const jvm = await startJava({
    java: firstJava(),
    jvmFlags: ['-Xmx64m'],
    classPath: [classes],
    mainClass: 'HoldOn',
    args: [mode, serverPort(), classes],
    cwd: temp.path,
    logFile,
    ...options,
  })
  scope.defer(() => jvm.stop({ graceMs: 0 }))
  return { ...jvm, logFile }
}

/** Resolves once a program has connected, and so has reached its waiting point. */
async function connection(): Promise<Socket> {
  const socket = await new Promise<Socket>((resolve) => server.once('connection', resolve))
  socket.resume()
  socket.on('error', () => {
    // a killed JVM may reset it
  })
  return socket
}

describe.each(javas)('startJava() on Java $feature', (java) => {
  it('runs a class from a folder with blanks, parentheses and umlauts, whatever our locale', async () => {
    const jvm = await start('exit', {
      java,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', JAVA_TOOL_OPTIONS: '-Xint' },
    })
    expect(await jvm.exited).toEqual({ code: 3, signal: null })
    expect(jvm.isAlive()).toBe(false)
    const log = (await readFile(jvm.logFile, 'utf8')).split('\n')
    expect(log).toContain(`args [exit, ${serverPort()}, ${classes}]`)
    expect(log).toContain('exists true')
    expect(log).toContain('language en')
    expect(log).toContain('options null')
    expect(log).toContain('on stderr')
  })

  it('takes a class path longer than an argument may be', async () => {
    const missing = Array.from({ length: 2000 }, (_, n) =>
      join(temp.path, `größer "${n}" \\`, 'x'.repeat(60)),
    )
    const jvm = await start('exit', { java, classPath: [...missing, classes] })
    expect(await jvm.exited).toEqual({ code: 3, signal: null })
  })
})

describe('startJava()', () => {
  it('is the JVM itself: its CPU time can be read, and is gone with it', async () => {
    const connected = connection()
    const jvm = await start('wait')
    await connected
    expect(jvm.isAlive()).toBe(true)
    if (process.platform === 'linux') expect(readCpuSeconds(jvm.pid)).toBeGreaterThan(0)
    await jvm.stop({ graceMs: 20_000 })
    expect(readCpuSeconds(jvm.pid)).toBeNull()
  })

  it('stop() ends it by SIGTERM, and may be called again', async () => {
    const connected = connection()
    const jvm = await start('wait')
    await connected
    await Promise.all([jvm.stop({ graceMs: 20_000 }), jvm.stop({ graceMs: 20_000 })])
    expect(await jvm.exited).toEqual({ code: 143, signal: null })
    await jvm.stop({ graceMs: 20_000 })
    expect(jvm.isAlive()).toBe(false)
  })

  it('stop() kills a JVM that does not end within the grace', async () => {
    const connected = connection()
    const jvm = await start('stubborn')
    await connected
    await jvm.stop({ graceMs: 200 })
    expect(await jvm.exited).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('stops when its signal aborts', async () => {
    const controller = new AbortController()
    const connected = connection()
    const jvm = await start('wait', { signal: controller.signal })
    await connected
    controller.abort()
    expect(await jvm.exited).toEqual({ code: 143, signal: null })
  })

  it('starts nothing when the signal has aborted before', async () => {
    const signal = AbortSignal.abort(new RangeError('enough'))
    await expect(start('wait', { signal })).rejects.toThrow('enough')
  })

  it('stops when it is disposed', async () => {
    const connected = connection()
    const jvm = await start('wait')
    await connected
    await jvm[Symbol.asyncDispose]()
    expect(jvm.isAlive()).toBe(false)
  })

  it('appends to the log', async () => {
    const logFile = newLogFile()
    for (const mode of ['exit', 'exit'] as const) await (await start(mode, { logFile })).exited
    expect((await readFile(logFile, 'utf8')).match(/^on stderr$/gm)).toHaveLength(2)
  })

  it.runIf(process.platform === 'linux')('keeps to the CPUs it is given', async () => {
    const jvm = await start('exit', { cpus: [0] })
    await jvm.exited
    expect(await readFile(jvm.logFile, 'utf8')).toContain('cpus 1\n')
  })

  it('says which program cannot be started', async () => {
    const java = { ...firstJava(), executable: '/no/such/java' }
    await expect(start('wait', { java, cwd: '/' })).rejects.toMatchObject({
      code: 'KD_JAVA_NOT_FOUND',
      message: 'Cannot start "/no/such/java" in "/": spawn /no/such/java ENOENT',
    })
  })

  it('does not outlive our own process', async () => {
    const connected = connection()
    const parent = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        join(PROGRAMS, 'start-java-and-exit.ts'),
        classes,
        serverPort(),
        newLogFile(),
      ],
      { stdio: ['pipe', 'ignore', 'inherit'] },
    )
    const socket = await connected
    const closed = once(socket, 'close')
    parent.stdin.write('now')
    expect(await once(parent, 'exit')).toEqual([0, null])
    await closed
  })
})
