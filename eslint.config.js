import tseslint from 'typescript-eslint'

/** Reading the environment anywhere else would hide configuration from the one typed place that explains it. */
const noProcessEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'process.env is read once, in server/src/main (or in a tool under ops, bench, eval).',
}

export default tseslint.config(
  { ignores: ['**/node_modules/**', '.stack/**', '**/*.js', 'server/src/store/database.ts'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Alphabets are spread on purpose; nothing here treats text as a list of letters a person sees.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': ['error', noProcessEnv],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // Tools speak to a person at a terminal and read the stack's own environment.
    files: [
      'server/src/main/**',
      'server/test/**',
      'ops/**',
      'bench/**',
      'eval/**',
      'trial/**',
      'cli/**',
      'examples/**',
    ],
    rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
  {
    // node:test registers a test by a promise that nobody awaits.
    files: ['**/*.{test,chaos,pictures}.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'describe', 'it', 'suite'] },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Answers of the service are read as the loose JSON that a client sees; the contract tests check their shape.
    files: ['server/test/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
)
