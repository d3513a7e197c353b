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
function runNode(script, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
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

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Enough of a message to tell a deadline from a wrong value. */
const REASON_LINES = 6;

/** Why a test failed, indented below its name. */
function reasonOf([message = '']) {
  const lines = message.split('\n').slice(0, REASON_LINES);
  return lines.map((line) => `\n    ${line}`).join('');
}

/**
 * What a runner says of one file: its counts, and what failed, with the reason. A file that fails without a failed test counts
 * as one.
 */
function readSuite({ name, status, message, assertionResults: tests }) {
  const file = path.relative(repositoryRoot, name);
  const failures = tests
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      test: fullName,
      text: `${file}: ${fullName}${reasonOf(failureMessages)}`,
    }));
  const passed = tests.filter((test) => test.status === 'passed').length;
  const skipped = tests.length - passed - failures.length;
  // Its imports or what it does around its tests.
  if (status === 'failed' && failures.length === 0)
    failures.push({ test: undefined, text: `${file}: could not be run${reasonOf([message])}` });
  return { file, passed, skipped, failures };
}

/** Uses servers or a browser, and so depends on how busy the machine is; what only computes does not. */
const USES_SERVERS = /\.(e2e|int)-spec\.ts$/;
/** When more files fail they have one cause, which a second run would only take time to find again. */
const MOST_REPEATED_FILES = 4;

/** What `npm test` has run so far. */
export class TestRuns {
  /** What ran, by its file; checks and failures of a whole run by their name. */
  #results = new Map();
  /** What failed and passed when it was run again, with the reason why it failed. */
  #unstable = [];

  /** @param options `folder` for the runners' results, `seed`, and `patterns` that narrow the files */
  constructor({ folder, seed, patterns }) {
    this.folder = folder;
    this.seed = seed;
    this.patterns = patterns;
  }

  get failed() {
    return this.#failures.length;
  }

  check(name, succeeded) {
    const failures = succeeded ? [] : [{ text: `check: ${name}` }];
    this.#results.set(name, { passed: succeeded ? 1 : 0, skipped: 0, failures });
  }

  /** One after the other: other lanes have the other core. */
  async checkTree() {
    for (const { name, script, args } of CHECKS) {
      progress(`check: ${name}`);
      this.check(name, await runNode(script, args));
    }
  }

  /**
   * @param projects of vitest.config.mjs
   * @param options `files`, the only ones to run (all, or those of the patterns, unless given); `part` of all files, such
   * as `1/2`
   */
  async vitest(projects, { files, part } = {}) {
    const name = [...projects, ...(part ? [part] : [])].join(' and ');
    progress(`tests: ${name}`);
    const options = projects.map((project) => `--project=${project}`);
    if (part) options.push(`--shard=${part}`);
    await this.#run(name, [...options, ...(files ?? this.patterns)]);
  }

  /**
   * Runs the files that failed since it was called last once more, alone, and counts what they say then: whether a change may land shall not hang on
   * what else the machine did in that second. What passes now is named in the summary (docs/decisions/093).
   */
  async repeatFailed() {
    const failed = [...this.#results].filter(
      ([file, { failures, isRepeated }]) => failures.length > 0 && !isRepeated && USES_SERVERS.test(file),
    );
    if (failed.length === 0 || failed.length > MOST_REPEATED_FILES) return;
    const files = failed.map(([file]) => file);
    progress(`again: ${files.join(', ')}`);
    await this.#run('again', files);
    for (const [file, { failures }] of failed) {
      const result = this.#results.get(file);
      result.isRepeated = true;
      const again = new Set(result.failures.map(({ test }) => test));
      this.#unstable.push(...failures.filter(({ test }) => !again.has(test)));
    }
  }

  async #run(name, options) {
    const output = path.join(this.folder, `${name.replaceAll(/[ /]/g, '-')}.json`);
    const errorsFile = `${output}.errors`;
    const reporters = ['default', 'json', path.join(import.meta.dirname, 'run-errors.mjs')];
    const succeeded = await runNode(
      inModules('vitest', 'vitest.mjs'),
      [
        ...['run', '--silent', '--passWithNoTests', `--outputFile.json=${output}`],
        ...reporters.map((reporter) => `--reporter=${reporter}`),
        ...options,
      ],
      { STOA_TEST_RUN_ERRORS: errorsFile },
    );
    if (!existsSync(output) || !existsSync(errorsFile)) return this.check(`${name}: the run wrote no results`, false);
    const suites = readJson(output).testResults.map(readSuite);
    for (const { file, ...result } of suites) this.#results.set(file, result);
    // Nothing that passes later makes up for these: tests may have been lost with them.
    const errors = readJson(errorsFile);
    for (const message of errors) this.check(`${name}, outside of tests: ${message}`, false);
    // A run that fails without a failed test (a broken set-up, say) is one failure, never a success.
    if (!succeeded && errors.length === 0 && suites.every(({ failures }) => failures.length === 0))
      this.check(`${name}: the run failed although none of its tests did`, false);
    return undefined;
  }

  get #failures() {
    return [...this.#results.values()].flatMap(({ failures }) => failures);
  }

  /** What was unstable and what failed, each with its reason; then the counts, as the last line of the output. */
  summary() {
    const total = (key) => [...this.#results.values()].reduce((sum, result) => sum + result[key], 0);
    const skipped = total('skipped');
    const lines = [
      ...this.#unstable.map(({ text }) => `unstable (failed, and passed when it was run again): ${text}\n`),
      ...this.#failures.map(({ text }) => `failed: ${text}\n`),
    ];
    const counts = `${total('passed')} passed, ${this.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    return `${lines.join('')}${counts}`;
  }
}
