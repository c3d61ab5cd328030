import { readFileSync } from 'node:fs'

/** Written into the bundle by scripts/build.mjs. */
declare const KAFKA_DUEL_VERSION: string | undefined

/** Version of kafka-duel, such as "0.1.0". */
export function toolVersion(): string {
  if (typeof KAFKA_DUEL_VERSION === 'string') return KAFKA_DUEL_VERSION
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const manifest: unknown = JSON.parse(text)
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion ? String(manifest.version) : 'unknown'
}
