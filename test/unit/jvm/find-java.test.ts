import { chmod, mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { featureOf } from '../../../src/jvm/describe-java.ts'
import { findJavas, resolveJava, usualJavaFolders } from '../../../src/jvm/find-java.ts'
import { temporaryDirectory } from '../../../src/lib/files.ts'
import type { TemporaryDirectory } from '../../../src/lib/files.ts'
import { EnvironmentError } from '../../../src/model/errors.ts'

const ARCH = process.arch === 'x64' ? 'X64' : process.arch
const OTHER_ARCH = process.arch === 'x64' ? 'arm64' : 'X64'

let temp: TemporaryDirectory
let root: string
beforeEach(async () => {
  temp = await temporaryDirectory(await realpath(tmpdir()), 'find java größer-')
  root = temp.path
})
afterEach(() => temp[Symbol.asyncDispose]())

/** A folder that looks like a Java home to everybody who only reads its `release` file. */
async function makeHome(path: string, version: string): Promise<string> {
  const home = join(root, path)
  await mkdir(join(home, 'bin'), { recursive: true })
  await writeFile(join(home, 'bin', 'java'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  await writeFile(
    join(home, 'release'),
    `IMPLEMENTOR="Acme"\nJAVA_RUNTIME_VERSION="${version}+9"\nJAVA_VERSION="${version}"\n`,
  )
  return home
}

async function hintAndMessage(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (!(error instanceof EnvironmentError)) throw new Error('no EnvironmentError', { cause: error })
  expect(error.code).toBe('KD_JAVA_NOT_FOUND')
  return `${error.message}\n${error.hint ?? ''}`
    .replaceAll(root, '<root>')
    .replaceAll(ARCH, '<arch>')
}

describe('findJavas()', () => {
  it('names the most deliberate first: numbered variable, JAVA_HOME, PATH, folders', async () => {
    const inFolder = await makeHome('jvm/jdk-21', '21.0.2')
    const onPath = await makeHome('path/jdk', '17.0.1')
    const javaHome = await makeHome('home', '17.0.2')
    const numbered = await makeHome('numbered', '17.0.3')
    const env = {
      PATH: `${join(root, 'nothing')}:${join(onPath, 'bin')}`,
      JAVA_HOME: javaHome,
      [`JAVA_HOME_17_${ARCH}`]: numbered,
    }
    const javas = await findJavas(env, [join(root, 'jvm'), join(root, 'no-such-folder')])
    expect(javas.map((java) => java.home)).toEqual([numbered, javaHome, onPath, inFolder])
    expect(javas[0]).toEqual({
      home: numbered,
      executable: join(numbered, 'bin', 'java'),
      feature: 17,
      build: '17.0.3+9',
      vendor: 'Acme',
    })
    expect(await resolveJava('17', env, [])).toEqual(javas[0])
    expect((await resolveJava('21', env, [join(root, 'jvm')])).home).toBe(inFolder)
  })

  it('lists a home once, however many links lead to it', async () => {
    const home = await makeHome('jvm/java-17-acme', '17.0.1')
    await symlink(home, join(root, 'jvm', 'default'))
    await mkdir(join(root, 'bin'))
    await symlink(join(home, 'bin', 'java'), join(root, 'bin', 'java'))
    const env = { PATH: join(root, 'bin'), JAVA_HOME: join(root, 'jvm', 'default') }
    const javas = await findJavas(env, [join(root, 'jvm')])
    expect(javas.map((java) => java.home)).toEqual([home])
  })

  it('finds homes inside bundles, as macOS has them', async () => {
    const home = await makeHome('JavaVirtualMachines/acme-17.jdk/Contents/Home', '17.0.1')
    const javas = await findJavas({}, [join(root, 'JavaVirtualMachines')])
    expect(javas.map((java) => java.home)).toEqual([home])
  })

  it('ignores variables for another processor, relative ones and folders without Java', async () => {
    const home = await makeHome('foreign', '17.0.1')
    await mkdir(join(root, 'jvm', 'empty'), { recursive: true })
    const env = { [`JAVA_HOME_17_${OTHER_ARCH}`]: home, JAVA_HOME: 'foreign', PATH: '' }
    expect(await findJavas(env, [join(root, 'jvm')])).toEqual([])
  })

  it('asks the JVM itself where the release file does not tell, as with Java 8', async () => {
    const home = await makeHome('jdk8', '1.8.0_402')
    await writeFile(join(home, 'release'), 'JAVA_VERSION="1.8.0_402"\n')
    await writeFile(
      join(home, 'bin', 'java'),
      `#!/bin/sh
cat >&2 <<END
Property settings:
    java.home = ${home}/jre
    java.runtime.version = 1.8.0_402-b06
    java.vendor = Temurin
    java.version = 1.8.0_402
END
`,
    )
    expect(await findJavas({ JAVA_HOME: home }, [])).toMatchObject([
      { home: join(home, 'jre'), feature: 8, build: '1.8.0_402-b06', vendor: 'Temurin' },
    ])
  })

  it('skips a Java that does not run', async () => {
    const home = await makeHome('broken', '17')
    await writeFile(join(home, 'release'), '')
    expect(await findJavas({ JAVA_HOME: home }, [])).toEqual([])
    await chmod(join(home, 'bin', 'java'), 0o644)
    expect(await findJavas({ JAVA_HOME: home }, [])).toEqual([])
  })
})

describe('resolveJava()', () => {
  it('takes a path with blanks, parentheses and umlauts for a home', async () => {
    const home = await makeHome('my java/größer (copy)', '17.0.1')
    expect((await resolveJava(home, {}, [])).home).toBe(home)
  })

  it('lists what there is when the version is missing', async () => {
    await makeHome('jvm/a', '17.0.1')
    await makeHome('jvm/b', '21.0.2')
    expect(await hintAndMessage(resolveJava('25', {}, [join(root, 'jvm')]))).toMatchInlineSnapshot(`
      "Cannot find Java "25": found 17 (17.0.1+9, <root>/jvm/a), 21 (21.0.2+9, <root>/jvm/b)
      install it, set JAVA_HOME_25_<arch> to its home, or give a path"
    `)
  })

  it('says that there is no Java at all', async () => {
    expect(await hintAndMessage(resolveJava('17', {}, []))).toMatchInlineSnapshot(`
      "Cannot find Java "17": this machine has none in the environment, on PATH or in the usual folders
      install it, set JAVA_HOME_17_<arch> to its home, or give a path"
    `)
  })

  it('refuses a path without a Java', async () => {
    const message = await hintAndMessage(resolveJava(join(root, 'none'), {}, []))
    expect(message).toMatchInlineSnapshot(`
      "Cannot use "<root>/none" as a Java home: there is no bin/java that runs
      give the folder that holds bin/java, or a feature version such as 17"
    `)
  })
})

it('featureOf() reads versions of all ages', () => {
  expect(['1.7.0_80', '1.8.0_402', '9', '11.0.22', '25-ea', 'none'].map(featureOf)).toEqual([
    7,
    8,
    9,
    11,
    25,
    null,
  ])
})

it('usualJavaFolders() knows the folder of SDKMAN when there is a home', () => {
  expect(usualJavaFolders({ HOME: '/home/me' })).toContain('/home/me/.sdkman/candidates/java')
  expect(usualJavaFolders({})).toHaveLength(2)
})
