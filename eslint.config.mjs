import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { noForwarding } from './tools/eslint/no-forwarding.mjs';
import { roleNames } from './tools/eslint/role-names.mjs';

/** Rooms and what each may import (docs/build/architecture.md). */
const DEPENDENCY_RULES = [
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: ['type:contract', 'type:platform', 'type:database', 'type:adapter', 'type:pure'],
  },
  // The browser takes declarations for their types, and what is pure.
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:contract', 'type:pure'] },
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:contract', 'type:pure'] },
  {
    sourceTag: 'type:adapter',
    onlyDependOnLibsWithTags: ['type:platform', 'type:database', 'type:pure', 'type:contract'],
  },
  {
    sourceTag: 'type:database',
    onlyDependOnLibsWithTags: ['type:platform', 'type:database', 'type:pure', 'type:contract'],
  },
  {
    sourceTag: 'type:platform',
    onlyDependOnLibsWithTags: ['type:contract', 'type:database', 'type:platform', 'type:pure'],
  },
  // Declarations are types and schemas: code that shapes what they declare is as pure with them.
  { sourceTag: 'type:pure', onlyDependOnLibsWithTags: ['type:pure', 'type:contract'] },
];

const TEST_FILES = [
  '**/*.spec.ts',
  '**/*.int-spec.ts',
  '**/*.e2e-spec.ts',
  '**/test-support/**/*.ts',
  'tests/**/*.ts',
  'libs/testing/**/*.ts',
];

/** Packages that have one home; everyone else goes through it. */
const HOMES = [
  {
    home: ['libs/rpc/**', 'libs/changes/**'],
    name: 'nats',
    message: 'NATS is spoken by libs/rpc and libs/changes only.',
  },
  {
    home: ['libs/redis/**', 'libs/redis-client/**', 'libs/event-queue/**'],
    name: 'ioredis',
    message: 'Redis is spoken by libs/redis, libs/redis-client and libs/event-queue only.',
  },
  {
    home: ['libs/observability/**'],
    name: '@opentelemetry/api',
    message: 'Spans are made through libs/observability only.',
  },
  {
    // The relay is the operator's, and benchmarks look into their own processes; what users name goes through the guard.
    home: ['libs/outgoing-http/**', 'apps/push/src/relay/**', 'bench/**'],
    name: 'undici',
    message: 'HTTP to others goes through libs/outgoing-http.',
  },
  { home: ['libs/database/**'], name: 'pg', message: 'PostgreSQL is spoken by libs/database only.' },
  { home: ['libs/database/**'], name: '@prisma/client', message: 'Prisma is used by libs/database only.' },
];
const PURE_FOLDERS = [
  ...[
    'policy',
    'narrow',
    'markdown',
    'emoji',
    'event-shape',
    'fragments',
    'mail-html',
    'read-state',
    'texts',
    'transients',
  ].map((lib) => `libs/${lib}/**/*.ts`),
  'apps/push/src/rules/**/*.ts',
];
const IMPURE = ['@nestjs/*', '@prisma/*', 'ioredis', 'nats', 'bullmq', 'node:fs', 'node:fs/*', 'node:net', 'node:http'];

function restrictedImports(except = []) {
  const paths = HOMES.filter(({ name }) => !except.includes(name)).map(({ name, message }) => ({ name, message }));
  return ['error', { paths }];
}

/** One rule set per folder that is the home of something. */
const homeRules = [...new Set(HOMES.flatMap(({ home }) => home))].map((folder) => ({
  files: [folder],
  rules: {
    'no-restricted-imports': restrictedImports(
      HOMES.filter(({ home }) => home.includes(folder)).map(({ name }) => name),
    ),
  },
}));

const noEnvironment = {
  object: 'process',
  property: 'env',
  message: 'The environment is read by libs/config only (docs/operate/configuration.md).',
};

/** The programs that tools/typed-lint.mjs made for all files; an editor has its own way to the types. */
const TYPES = globalThis.stoaPrograms
  ? { programs: globalThis.stoaPrograms }
  : { projectService: true, tsconfigRootDir: import.meta.dirname };

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.nx/**', '.stoa/**', 'libs/database/src/generated/**', 'coverage/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    plugins: { '@nx': nx, stoa: { rules: { 'no-forwarding': noForwarding, 'role-names': roleNames } } },
    languageOptions: { parserOptions: TYPES },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { depConstraints: DEPENDENCY_RULES, allow: [], enforceBuildableLibDependency: false },
      ],
      'stoa/no-forwarding': 'error',
      'stoa/role-names': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      // Modules of the framework are empty classes, and its metadata are static members.
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-restricted-imports': restrictedImports(),
      'no-restricted-properties': ['error', noEnvironment],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'HTTP to others goes through libs/outgoing-http.' }],
      '@typescript-eslint/no-dynamic-delete': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
      'max-lines': ['warn', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  ...homeRules,
  {
    files: PURE_FOLDERS,
    ignores: TEST_FILES,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: IMPURE, message: 'Pure code knows no I/O and no framework.' }] },
      ],
    },
  },
  { files: ['libs/config/**/*.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: TEST_FILES,
    rules: {
      'no-restricted-imports': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-globals': 'off',
      '@nx/enforce-module-boundaries': 'off',
      'stoa/no-forwarding': 'off',
      'stoa/role-names': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines-per-function': 'off',
    },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
    rules: { ...reactHooks.configs.flat.recommended.rules, 'no-console': 'error' },
  },
  // The one place where the browser asks the service, and its build, which runs before there is any configuration.
  { files: ['apps/web/src/api/**'], rules: { 'no-restricted-globals': 'off' } },
  { files: ['apps/web/vite.config.ts'], rules: { 'no-restricted-properties': 'off' } },
  // The operator's own tool asks the operator's own hosts.
  { files: ['apps/stoa/**/*.ts', 'bench/**/*.ts'], rules: { 'no-restricted-globals': 'off' } },
  // Command-line entries print.
  {
    files: [
      'bench/**/*.ts',
      'libs/database/src/migrate.ts',
      'libs/database/src/next-migration.ts',
      'apps/stoa/**/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
);
