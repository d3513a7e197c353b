import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../launcher/services.mjs';

const workflowFolder = path.join(repositoryRoot, '.github', 'workflows');
/** A step is one script of the repository, which somebody can run without the service that runs workflows. */
const SCRIPT = /^\.ci\/([\w-]+)( [^;&|\n]*)?$/;
/** A major version at least. */
const ACTION = /^[\w.-]+\/[\w./-]+@(v\d+(\.\d+)*|[0-9a-f]{40})$/;
/** A commit, which nobody can replace: for what may write. Renovate renews it with the version behind it. */
const COMMIT = /@[0-9a-f]{40}$/;
const KEYS = new Set(['name', 'on', 'permissions', 'concurrency', 'jobs']);
/** Nothing that skips a job or a step, or lets one fail: what is published waits for all of them. */
const JOB_KEYS = new Set(['runs-on', 'timeout-minutes', 'strategy', 'steps', 'needs', 'permissions']);
const CALL_KEYS = new Set(['needs']);
const STEP_KEYS = new Set(['uses', 'with', 'run', 'env']);

function* unknownKeys(known, object) {
  for (const key of Object.keys(object)) if (!known.has(key)) yield `${key} is not known`;
}

/** Workflows by the names of their files. */
export function readWorkflows() {
  const files = readdirSync(workflowFolder).filter((file) => file.endsWith('.yml'));
  // YAML 1.2, where `on` is text.
  return new Map(files.map((file) => [file, parse(readFileSync(path.join(workflowFolder, file), 'utf8'))]));
}

function* scriptProblems(run) {
  const [, name] = SCRIPT.exec(run) ?? [];
  if (!name) {
    yield `"${run.split('\n')[0]}" is not one script of .ci`;
    return;
  }
  const file = path.join(repositoryRoot, '.ci', name);
  if (!existsSync(file)) {
    yield `there is no .ci/${name}`;
    return;
  }
  try {
    accessSync(file, constants.X_OK);
  } catch {
    yield `.ci/${name} cannot be run`;
  }
  const { status, stderr } = spawnSync('bash', ['-n', file], { encoding: 'utf8' });
  if (status !== 0) yield `.ci/${name}: ${stderr.trim().split('\n')[0]}`;
}

/** Workflows that whatever is published has to pass before. */
const BEFORE_RELEASE = ['test.yml', 'kubernetes.yml'];
const CALLED = /^\.\/\.github\/workflows\/([\w-]+\.yml)$/;

/** Name of the workflow of this repository that a job calls; undefined for one with steps of its own. */
const calledBy = ({ uses = '' }) => CALLED.exec(uses)?.[1];

/** Whether a job's rights let it change or publish something: a list of them, or one word for all. */
const mayWrite = (permissions) =>
  typeof permissions === 'string' ? permissions !== 'read-all' : Object.values(permissions).includes('write');

/** Whoever may write waits for all that has to be passed before. */
function* gateProblems(jobs) {
  for (const [name, { permissions = {}, needs = [] }] of Object.entries(jobs)) {
    if (!mayWrite(permissions)) continue;
    const passed = [needs].flat().map((need) => calledBy(jobs[need] ?? {}));
    for (const file of BEFORE_RELEASE) if (!passed.includes(file)) yield `${name}: does not wait for ${file}`;
  }
}

function* callProblems({ uses, permissions, ...others }, workflows) {
  const file = CALLED.exec(uses)?.[1];
  if (!file) yield `calls ${uses}, which is not of this repository`;
  else if (workflows.has(file) && !('workflow_call' in (workflows.get(file).on ?? {})))
    yield `${file} cannot be called`;
  if (permissions) yield `gives ${uses} rights of its own`;
  yield* unknownKeys(CALL_KEYS, others);
}

function* jobProblems(job, isRelease, workflows) {
  if (job.uses !== undefined) {
    yield* callProblems(job, workflows);
    return;
  }
  yield* unknownKeys(JOB_KEYS, job);
  const { 'timeout-minutes': minutes, steps = [], permissions = {}, 'runs-on': machine = '' } = job;
  if (!(minutes > 0)) yield 'may run for hours';
  if (machine.endsWith('-latest')) yield `runs on ${machine}, which changes`;
  for (const [what, right] of Object.entries(permissions))
    if (right === 'write' && !isRelease) yield `may write ${what}`;
  for (const step of steps) {
    const { uses, run } = step;
    yield* unknownKeys(STEP_KEYS, step);
    if ((uses === undefined) === (run === undefined)) yield 'has a step that is neither an action nor a script';
    else if (uses !== undefined && !ACTION.test(uses)) yield `${uses} is not pinned`;
    else if (uses !== undefined && isRelease && !COMMIT.test(uses)) yield `${uses} is not pinned to a commit`;
    else if (run !== undefined) yield* scriptProblems(run);
  }
}

/** Problems of the workflows, which nothing here can run: each step is a script, and no more is allowed than is needed. */
export function workflowProblems(workflows) {
  const problems = [];
  for (const [file, workflow] of workflows) {
    for (const problem of unknownKeys(KEYS, workflow)) problems.push(`${file}: ${problem}`);
    const { contents, ...others } = workflow.permissions ?? {};
    if (contents !== 'read' || Object.keys(others).length > 0) problems.push(`${file}: may do more than read`);
    const isRelease = file === 'release.yml';
    for (const [name, job] of Object.entries(workflow.jobs))
      for (const problem of jobProblems(job, isRelease, workflows)) problems.push(`${file}: ${name}: ${problem}`);
    if (isRelease) for (const problem of gateProblems(workflow.jobs)) problems.push(`${file}: ${problem}`);
  }
  return problems.map((problem) => `.github/workflows/${problem}`);
}
