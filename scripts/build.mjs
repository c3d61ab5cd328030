// Bundles the entries into dist/ (ESM, runs on Node 20 and 24) and copies the published schemas.
import { chmod, cp, mkdir, rm, readFile } from 'node:fs/promises'
import { build } from 'esbuild'

const root = new URL('..', import.meta.url)
const dist = new URL('dist/', root)
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))

await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
await build({
  absWorkingDir: root.pathname,
  entryPoints: ['src/cli.ts', 'src/driver.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  legalComments: 'linked',
  define: { KAFKA_DUEL_VERSION: JSON.stringify(version) },
  banner: {
    js: "import { createRequire as __kdRequire } from 'node:module'; const require = __kdRequire(import.meta.url);",
  },
  logLevel: 'warning',
})
await cp(new URL('src/model/schemas/', root), new URL('schemas/', dist), { recursive: true })
await chmod(new URL('cli.js', dist), 0o755)
