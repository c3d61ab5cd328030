import { basename } from 'node:path'
import { sha256OfText } from '../lib/files.ts'

/** A jar on a class path. */
export interface Jar {
  /** absolute */
  readonly path: string
  /** of its content, in hex */
  readonly sha256: string
}

export function nameOf(jar: Jar): string {
  return basename(jar.path)
}

/** SHA-256 (hex) over names and digests in class path order; folders do not count. */
export function digestOf(jars: readonly Jar[]): string {
  return sha256OfText(jars.map((jar) => `${jar.sha256}  ${nameOf(jar)}\n`).join(''))
}
