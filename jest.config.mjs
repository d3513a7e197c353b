import { readFileSync } from 'node:fs';
import { swcOptions } from './tools/build.mjs';

const { paths } = JSON.parse(readFileSync(new URL('./tsconfig.base.json', import.meta.url), 'utf8')).compilerOptions;
const { jsc } = swcOptions();
const { baseUrl: _baseUrl, paths: _paths, ...jestJsc } = jsc;

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  // These ship ES modules only, or import while they run, which jest does not do as it is.
  transform: {
    '(^.+\\.ts|/(url-template|schema-engine-wasm|otlp-exporter-base)/.+\\.js)$': [
      '@swc/jest',
      { swcrc: false, module: { type: 'commonjs' }, jsc: jestJsc },
    ],
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(url-template|@prisma/schema-engine-wasm|@opentelemetry/otlp-exporter-base)/)',
  ],
  moduleNameMapper: {
    ...Object.fromEntries(
      Object.entries(paths).map(([name, [target]]) => [`^${name}$`, target.replace(/^\./, '<rootDir>')]),
    ),
    '^fast-check$': '<rootDir>/tools/testing/fast-check.cjs',
  },
  setupFiles: ['reflect-metadata'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.nx/', '<rootDir>/.stoa/'],
};

const withServers = {
  ...shared,
  globalSetup: '<rootDir>/tools/testing/jest-setup.mjs',
  globalTeardown: '<rootDir>/tools/testing/jest-teardown.mjs',
};

/** unit: no servers. integration (.int-spec): real PostgreSQL, Redis, NATS. End-to-end tests: vitest.config.mjs. */
export default {
  randomize: true,
  // A bound for tests that hang, not a measure: conditions are awaited, and machines may be busy.
  testTimeout: 300_000,
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{apps,bench,libs,tools,tests}/**/*.spec.ts'] },
    { ...withServers, displayName: 'integration', testMatch: ['<rootDir>/{apps,libs}/**/*.int-spec.ts'] },
  ],
};
