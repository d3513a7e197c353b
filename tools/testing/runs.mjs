// The runs of `npm test`: each writes its results into a file, which is read here.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { progress } from '../launcher/progress.mjs';
import { repositoryRoot } from '../launcher/services.mjs';

const inModules = (...parts) => path.join(repositoryRoot, 'node_modules', ...parts);

/** Checks of the whole tree; each counts as one test. */
const CHECKS = [
  { name: 'types and lint', script: path.join(repositoryRoot, 'tools', 'lint.mjs'), args: ['--types'] },
  {
    name: 'format',
    script: inModules('prettier', 'bin', 'prettier.cjs'),
    args: ['--check', '--log-level', 'warn', '.'],
  },
];

/** Runs a script of Node to its end; it ends with this process. @returns whether it succeeded */
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

/** Enough of a message to tell a deadline from a wrong value. */
const REASON_LINES = 6;

/** Why a test failed, indented below its name. */
function reasonOf([message = '']) {
  const lines = message.split('\n').slice(0, REASON_LINES);
  return lines.map((line) => `\n    ${line}`).join('');
}

/** A runner's results: its own counts, and what failed, by name and with the reason. A file that could not be run counts as one failed test. */
function readResults(file, name) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: the run wrote no results`] };
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const broken = results.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  );
  const nameOf = (suite) => path.relative(repositoryRoot, suite.name);
  const failed = results.testResults.flatMap((suite) =>
    suite.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${nameOf(suite)}: ${fullName}${reasonOf(failureMessages)}`),
  );
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + broken.length,
    skipped: results.numPendingTests + results.numTodoTests,
    failures: [...failed, ...broken.map((suite) => `${nameOf(suite)}: could not be run${reasonOf([suite.message])}`)],
  };
}

/** What `npm test` has run so far. */
export class TestRuns {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** What failed, by name and with the reason: the runners' own reports scroll away long before the end. */
  failures = [];

  /** @param options `folder` for the runners' results, `seed`, and `patterns` that narrow the files */
  constructor({ folder, seed, patterns }) {
    this.folder = folder;
    this.seed = seed;
    this.patterns = patterns;
  }

  check(name, succeeded) {
    if (succeeded) this.passed += 1;
    else {
      this.failed += 1;
      this.failures.push(`check: ${name}`);
    }
  }

  /** One after the other: other lanes have the other core. */
  async checkTree() {
    for (const { name, script, args } of CHECKS) {
      progress(`check: ${name}`);
      this.check(name, await runNode(script, args));
    }
  }

  /** @param projects of vitest.config.mjs @param options.files the only ones to run; all, or those of the patterns, unless given */
  async vitest(projects, { files } = {}) {
    await this.#run(projects.join(' and '), (output) => [
      ...['run', ...projects.map((project) => `--project=${project}`), '--silent', '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${output}`],
      ...(files ?? this.patterns),
    ]);
  }

  async #run(name, argsFor) {
    progress(`tests: ${name}`);
    const output = path.join(this.folder, `${name.replaceAll(' ', '-')}.json`);
    const succeeded = await runNode(inModules('vitest', 'vitest.mjs'), argsFor(output));
    const { failures, ...counts } = readResults(output, name);
    // A run that fails without a failed test (a broken set-up, say) is one failure, never a success.
    if (!succeeded && counts.failed === 0) {
      counts.failed = 1;
      failures.push(`${name}: the run failed although none of its tests did`);
    }
    for (const key of Object.keys(counts)) this[key] += counts[key];
    this.failures.push(...failures);
  }

  /** What failed, each with its reason; then the counts, as the last line of the output. */
  summary() {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
    const failures = this.failures.map((failure) => `failed: ${failure}\n`).join('');
    return `${failures}${this.passed} passed, ${this.failed} failed${skipped}`;
  }
}
