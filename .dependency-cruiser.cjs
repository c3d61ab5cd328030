/**
 * Each folder may import only what stands above it; see docs/architecture.md.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const house = {
  model: [],
  lib: [],
  stats: ['lib'],
  config: ['model', 'lib', 'stats'],
  subjects: ['model', 'lib'],
  jvm: ['model', 'lib'],
  wire: ['model', 'lib'],
  tls: ['model', 'lib', 'jvm'],
  broker: ['model', 'lib', 'subjects', 'jvm', 'wire', 'tls'],
  drivers: ['model', 'lib', 'jvm', 'wire'],
  rounds: ['model', 'lib', 'subjects', 'jvm', 'wire', 'tls', 'broker', 'drivers'],
  judge: ['model', 'lib', 'stats'],
  report: ['model', 'lib', 'stats'],
  commands: [
    'model',
    'lib',
    'stats',
    'config',
    'subjects',
    'jvm',
    'wire',
    'tls',
    'broker',
    'drivers',
    'rounds',
    'judge',
    'report',
  ],
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(house).map(([folder, allowed]) => ({
      name: `${folder}-imports-upwards-only`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
    })),
    {
      name: 'kafkajs-stays-in-wire-and-drivers',
      severity: 'error',
      from: { pathNot: '^src/(wire|drivers)/' },
      to: { path: 'node_modules/kafkajs' },
    },
    {
      name: 'pure-folders-touch-no-files-and-no-processes',
      severity: 'error',
      from: { path: '^src/(stats|judge|report|model)/' },
      to: { path: '^(node:)?(fs|child_process|net|tls|os|process)(/|$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
}
