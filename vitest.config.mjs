import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const { paths } = JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8')).compilerOptions;

/** Product code as `npm run build` compiled it: decorators keep their metadata, and nothing is compiled twice. */
function compiledProduct() {
  const compiled = (source) => path.join(root, 'dist', path.relative(root, source).replace(/\.ts$/, '.js'));
  const isProduct = (file) => /^(apps|libs)\//.test(path.relative(root, file));
  return {
    name: 'compiled-product',
    enforce: 'pre',
    resolveId(source, importer) {
      // Draws of properties follow the run's seed.
      if (source === 'fast-check') return { id: path.join(root, 'tools', 'testing', 'fast-check.cjs'), external: true };
      const [alias] = paths[source] ?? [];
      if (alias) return { id: compiled(path.resolve(root, alias)), external: true };
      if (!source.startsWith('.') || !importer) return null;
      const target = `${path.resolve(path.dirname(importer), source)}.ts`;
      return isProduct(target) && existsSync(target) ? { id: compiled(target), external: true } : null;
    },
  };
}

/** What is broken, moved or replaced while it serves: clusters of the tests' own, and many starts. */
const OPERATIONS = ['tests/{chaos,k8s,operations}/**/*.e2e-spec.ts'];

/** What drives the web client, in Chromium. */
const BROWSER = ['tests/web/**/*.e2e-spec.ts'];

/** Tests that do without the shared cluster, and so can run beside those that use it. */
const ALONE = readdirSync(path.join(root, 'tests'), { recursive: true })
  .filter((file) => /^(?!chaos|k8s|operations).*\.e2e-spec\.ts$/.test(file))
  .map((file) => `tests/${file}`)
  .filter((file) => !readFileSync(path.join(root, file), 'utf8').includes('sharedCluster'));

/** Tests of the web client that replace modules: others of a process may have loaded those that use the right ones. */
const REPLACING = readdirSync(path.join(root, 'apps/web/src'), { recursive: true })
  .filter((file) => /\.spec\.tsx?$/.test(file))
  .map((file) => `apps/web/src/${file}`)
  .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('vi.mock('));

const shared = {
  globals: true,
  pool: 'forks',
  // Node loads the compiled product once, for all files of a process: most of a file's time was that.
  isolate: false,
  // A bound for tests that hang, not a measure: conditions are awaited, and machines may be busy.
  // What failed is said whole in the summary, not as [ Array(1) ].
  chaiConfig: { truncateThreshold: 1_000 },
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // As long as `eventually` waits.
  expect: { poll: { timeout: 30_000 } },
  sequence: { hooks: 'list', groupOrder: 0 },
  server: { deps: { external: [/\/dist\//] } },
};

/** Servers of the run, which are started when a test asks for them. */
const withServers = { ...shared, globalSetup: './tools/testing/global-setup.mjs' };

/** Files that share nothing: two at a time, because many of them wait for time to pass. */
const TWO_FILES = { maxWorkers: 2 };

/**
 * One file at a time uses a shared cluster, and may count its statements or kill its processes; what only computes has one
 * core. Where one run has files of both kinds, these come afterwards.
 */
const ONE_FILE = { maxWorkers: 1, sequence: { ...shared.sequence, groupOrder: 1 } };

/**
 * unit: no servers. web: the browser's code, without a browser; web-apart: the files of it that replace modules, each in a
 * process of its own. integration (.int-spec): real PostgreSQL, Redis, NATS. e2e (tests/): one cluster for all files, through
 * the gateway; browser: another one, for the web client; alone: without it; operations: clusters that are broken.
 */
export default defineConfig({
  root,
  test: {
    // `npm test` names one; a narrow run draws another each time (docs/decisions/028). Both hold for the run as a whole:
    // what a project says of them is not looked at.
    sequence: {
      seed: Number(process.env.STOA_TEST_SEED ?? Date.now()),
      shuffle: { files: false, tests: true },
    },
    projects: [
      {
        plugins: [compiledProduct()],
        test: {
          ...shared,
          name: 'unit',
          include: ['{apps,bench,libs,tools,tests}/**/*.spec.ts'],
          exclude: ['apps/web/**'],
          ...ONE_FILE,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          ...shared,
          name: 'web',
          root,
          include: ['apps/web/**/*.spec.{ts,tsx}'],
          exclude: REPLACING,
          ...ONE_FILE,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: { ...shared, name: 'web-apart', root, include: REPLACING, ...ONE_FILE, isolate: true },
      },
      {
        plugins: [compiledProduct()],
        test: { ...withServers, name: 'integration', include: ['{apps,libs}/**/*.int-spec.ts'], ...TWO_FILES },
      },
      {
        plugins: [compiledProduct()],
        test: {
          ...withServers,
          name: 'e2e',
          include: ['tests/**/*.e2e-spec.ts'],
          exclude: [...OPERATIONS, ...BROWSER, ...ALONE],
          ...ONE_FILE,
        },
      },
      {
        plugins: [compiledProduct()],
        test: { ...withServers, name: 'browser', include: BROWSER, exclude: ALONE, ...ONE_FILE, testTimeout: 240_000 },
      },
      {
        plugins: [compiledProduct()],
        test: { ...withServers, name: 'alone', include: ALONE, ...TWO_FILES },
      },
      {
        plugins: [compiledProduct()],
        test: {
          ...withServers,
          name: 'operations',
          include: OPERATIONS,
          ...TWO_FILES,
          sequence: { ...shared.sequence, groupOrder: 2 },
        },
      },
    ],
  },
});
