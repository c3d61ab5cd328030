import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  isErrno,
  removeDirectory,
  sha256OfFile,
  sha256OfText,
  statOrNull,
  temporaryDirectory,
} from '../../../src/lib/files.ts'

// FIPS 180-2, appendix B.1
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

describe('files', () => {
  it('sha256OfText() and sha256OfFile() agree with the published value', async () => {
    await using dir = await temporaryDirectory(tmpdir(), 'files-')
    await writeFile(join(dir.path, 'abc'), 'abc')
    expect(sha256OfText('abc')).toBe(ABC)
    expect(await sha256OfFile(join(dir.path, 'abc'))).toBe(ABC)
  })

  it('temporaryDirectory() is empty, and gone with all its content once disposed', async () => {
    const dir = await temporaryDirectory(tmpdir(), 'files-')
    expect(await readdir(dir.path)).toEqual([])
    await mkdir(join(dir.path, 'a', 'b'), { recursive: true })
    await dir[Symbol.asyncDispose]()
    expect(await statOrNull(dir.path)).toBeNull()
  })

  it('removeDirectory() accepts that there is nothing', async () => {
    await expect(removeDirectory(join(tmpdir(), 'never', 'was'))).resolves.toBeUndefined()
  })

  it('statOrNull() is null for a path through a file', async () => {
    expect(await statOrNull(join(process.execPath, 'child'))).toBeNull()
    expect((await statOrNull(process.execPath))?.isFile()).toBe(true)
  })

  it('isErrno() tells the codes apart', () => {
    const error = Object.assign(new Error('no'), { code: 'ENOENT' })
    expect(isErrno(error, 'ENOENT')).toBe(true)
    expect(isErrno(error, 'EACCES')).toBe(false)
    expect(isErrno(new Error('no'), 'ENOENT')).toBe(false)
    expect(isErrno('ENOENT', 'ENOENT')).toBe(false)
  })
})
