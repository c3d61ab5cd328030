import { isErrno } from '../lib/files.ts'
import { messageOf } from '../model/errors.ts'

/** Why a file cannot be read or written, in words. */
export function fileFault(error: unknown): string {
  if (isErrno(error, 'ENOENT')) return 'no such file or directory'
  if (isErrno(error, 'EISDIR')) return 'it is a directory, wanted a file'
  if (isErrno(error, 'EACCES', 'EPERM')) return 'no permission'
  return messageOf(error)
}
