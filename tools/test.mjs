// `npm test`: installs, builds, checks types, style and the rules between folders, then runs all tests against real
// servers. The last line is `N passed, N failed`. Arguments narrow the tests: `npm test -- libs/narrow`.
// STOA_TEST_SEED gives the order of a file's tests and what properties draw: a number, or `random` for another run each time.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runMain } from './launcher/failure.mjs';
import { prepareBuild, preparePackages } from './launcher/prepare.mjs';
import { progress } from './launcher/progress.mjs';
import { repositoryRoot } from './launcher/services.mjs';
import { checkCoverage } from './testing/api-coverage.mjs';

const inModules = (...parts) => path.join(repositoryRoot, 'node_modules', ...parts);

/** Checks of the whole tree; each counts as one test. */
const CHECKS = [
  { name: 'types', script: inModules('typescript', 'bin', 'tsc'), args: ['-p', 'tsconfig.json', '--noEmit'] },
  { name: 'lint', script: path.join(repositoryRoot, 'tools', 'lint.mjs'), args: ['.', '--quiet'] },
  {
    name: 'format',
    script: inModules('prettier', 'bin', 'prettier.cjs'),
    args: ['--check', '--log-level', 'warn', '.'],
  },
];

const UNIT_AND_INTEGRATION = {
  name: 'unit and integration',
  args: ['--selectProjects', 'unit', 'integration', '--maxWorkers', '2'],
};
const END_TO_END_WORKERS = '2';
/** Comes last and alone, as it keeps the machine busy; each worker has a cluster for its files. */
const END_TO_END = { name: 'end to end', args: ['--selectProjects', 'e2e', '--maxWorkers', END_TO_END_WORKERS] };

/** The default is fixed: whether a change may land must depend on the change, not on what a run happens to draw. */
function chooseSeed() {
  const wanted = process.env.STOA_TEST_SEED ?? '1';
  const seed = wanted === 'random' ? randomInt(2 ** 31) : Number(wanted);
  if (!Number.isInteger(seed)) throw new Error('STOA_TEST_SEED must be a whole number, or the word random.');
  process.env.STOA_TEST_SEED = String(seed);
  return seed;
}

function runNode(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const stop = (signal) => child.kill(signal);
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve(code === 0);
    });
  });
}

/** The runner's own counts; a file that could not be run counts as one failed test. */
function readCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const broken = results.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  );
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + broken.length,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

async function runJest({ name, args }, patterns, folder, total, seed) {
  progress(`tests: ${name}`);
  const output = path.join(folder, `${name.replaceAll(' ', '-')}.json`);
  const narrowed = patterns.length > 0 ? ['--testPathPatterns', ...patterns, '--passWithNoTests'] : [];
  const reporting = ['--json', '--outputFile', output, '--silent', '--ci', '--seed', String(seed)];
  const succeeded = await runNode(inModules('jest', 'bin', 'jest.js'), [...args, ...narrowed, ...reporting]);
  const counts = readCounts(output);
  // A run that fails without a failed test (a broken set-up, say) is one failure, never a success.
  if (!succeeded && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(total)) total[key] += counts[key];
}

async function runChecks(total) {
  progress(`checks: ${CHECKS.map(({ name }) => name).join(', ')}`);
  const results = await Promise.all(CHECKS.map(({ script, args }) => runNode(script, args)));
  results.forEach((succeeded, index) => {
    total[succeeded ? 'passed' : 'failed'] += 1;
    if (!succeeded) process.stderr.write(`check failed: ${CHECKS[index].name}\n`);
  });
}

async function main() {
  const patterns = process.argv.slice(2);
  await preparePackages();
  await prepareBuild();
  const seed = chooseSeed();
  progress(`seed ${seed}`);
  const total = { passed: 0, failed: 0, skipped: 0 };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-results-'));
  try {
    if (patterns.length === 0) process.env.STOA_TEST_COVERAGE = path.join(folder, 'coverage');
    const checks = patterns.length === 0 ? runChecks(total) : undefined;
    await Promise.all([checks, runJest(UNIT_AND_INTEGRATION, patterns, folder, total, seed)]);
    if (patterns.length === 0) process.env.STOA_TEST_CLUSTERS = END_TO_END_WORKERS;
    await runJest(END_TO_END, patterns, folder, total, seed);
    if (patterns.length === 0) {
      progress('check: docs/use/api-coverage.md');
      const problems = checkCoverage(path.join(folder, 'coverage'));
      for (const problem of problems) process.stderr.write(`docs/use/api-coverage.md: ${problem}\n`);
      total[problems.length === 0 ? 'passed' : 'failed'] += 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  progress('done');
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await runMain(main);
