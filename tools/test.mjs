// `npm test`: installs, builds, checks types, style and the rules between folders, then runs the tests against real servers.
// The last line is `N passed, N failed`. Arguments narrow the tests: `npm test -- libs/narrow`.
//   --changed [COMMIT]  only what the changes since a commit (main unless named) touch
//   --operations        only what breaks, moves or replaces whole clusters (`npm run test:operations`)
//   --all               both
// STOA_TEST_SEED gives the order of a file's tests and what properties draw: a number, or `random` for another run each time.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runMain } from './launcher/failure.mjs';
import { prepareBuild, preparePackages } from './launcher/prepare.mjs';
import { progress } from './launcher/progress.mjs';
import { checkCoverage } from './testing/api-coverage.mjs';
import { changedTests } from './testing/changed-tests.mjs';
import { TestRuns } from './testing/runs.mjs';

/** Projects of vitest.config.mjs: of the code itself, and of whole clusters. */
const BESIDE = ['unit', 'web', 'web-apart', 'integration'];
const END_TO_END = ['alone', 'e2e', 'browser', 'operations'];

/** The default is fixed: whether a change may land must depend on the change, not on what a run happens to draw. */
function chooseSeed() {
  const wanted = process.env.STOA_TEST_SEED ?? '1';
  const seed = wanted === 'random' ? randomInt(2 ** 31) : Number(wanted);
  if (!Number.isInteger(seed)) throw new Error('STOA_TEST_SEED must be a whole number, or the word random.');
  process.env.STOA_TEST_SEED = String(seed);
  return seed;
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      changed: { type: 'boolean', default: false },
      operations: { type: 'boolean', default: false },
    },
  });
  return { ...values, positionals };
}

/**
 * Two lanes, for two cores, which take about as long: what uses a shared cluster, one file at a time; the checks, and what
 * needs none. Each has half of the files that use a browser, with a cluster of its own.
 */
async function runEverything(runs) {
  const withCluster = async () => {
    await runs.vitest(['e2e']);
    await runs.vitest(['browser'], { part: '1/2' });
  };
  const everythingElse = async () => {
    await runs.checkTree();
    await runs.vitest([...BESIDE, 'alone']);
    await runs.vitest(['browser'], { part: '2/2' });
  };
  await Promise.all([withCluster(), everythingElse()]);
}

async function runNarrowed(runs) {
  await runs.vitest([...BESIDE, ...END_TO_END]);
}

async function runChanged(runs, since) {
  const { beside, endToEnd } = await changedTests(since);
  if (beside.length > 0) await runs.vitest(BESIDE, { files: beside });
  if (endToEnd.length > 0) await runs.vitest(END_TO_END, { files: endToEnd });
}

function compareCoverage(runs, folder) {
  const problems = checkCoverage(folder);
  for (const problem of problems) process.stderr.write(`docs/use/api-coverage.md: ${problem}\n`);
  runs.check('docs/use/api-coverage.md', problems.length === 0);
}

async function main() {
  const { all, changed, operations, positionals } = readArguments();
  await preparePackages();
  await prepareBuild();
  const seed = chooseSeed();
  progress(`seed ${seed}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-results-'));
  const runs = new TestRuns({ folder, seed, patterns: changed ? [] : positionals });
  const coverage = path.join(folder, 'coverage');
  try {
    if (changed) await runChanged(runs, positionals[0] ?? 'main');
    else if (positionals.length > 0) await runNarrowed(runs);
    else {
      if (!operations || all) {
        process.env.STOA_TEST_COVERAGE = coverage;
        await runEverything(runs);
        // What was not seen because a test failed may be seen now.
        await runs.repeatFailed();
        compareCoverage(runs, coverage);
        delete process.env.STOA_TEST_COVERAGE;
      }
      if (operations || all) {
        await runs.vitest(['operations']);
        await runs.repeatFailed();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  progress('done');
  process.stdout.write(`${runs.summary()}\n`);
  process.exitCode = runs.failed > 0 ? 1 : 0;
}

await runMain(main);
