import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'test/programs/', 'kafka-duel-out/'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      'no-restricted-globals': [
        'error',
        { name: 'AsyncDisposableStack', message: 'Node 20 has none: use lib/scope.ts' },
        { name: 'DisposableStack', message: 'Node 20 has none: use lib/scope.ts' },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/cli.ts', 'src/driver.ts', 'src/lib/log.ts'],
    rules: { 'no-console': 'error' },
  },
)
