// `npm test -- --changed`: which tests a change touches. Tests next to the code follow its imports (dependency-cruiser knows
// them); end-to-end tests see no code, so they follow names: apps/messages/src/drafts is what tests/e2e/drafts.e2e-spec.ts is about.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../launcher/prepare.mjs';
import { repositoryRoot } from '../launcher/services.mjs';

/** Runs whenever the product changed: a send goes through every service. */
const SMOKE = 'tests/e2e/message-travels.e2e-spec.ts';

function git(...args) {
  const output = execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
  return output.split('\n').filter(Boolean);
}

/** Files that differ from a commit, committed or not; removed ones too. */
function changedFiles(base) {
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Its words without the plural: `channel-folders` is about `channel` and `folder`. */
function wordsOf(name) {
  return name.split('-').map((word) => word.replace(/s$/, ''));
}

/** The folder of a product file that says what it is about: of apps/messages/src/drafts/x.ts, drafts. */
function subjectOf(file) {
  return /^(?:apps|libs)\/[^/]+\/src\/(?:[^/]+\/)*?([^/]+)\/[^/]+$/.exec(file)?.[1];
}

/** Files of tests/ that import one of these files, directly or through others. */
function importersOf(files, sources) {
  const found = new Set(files);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [file, text] of sources) {
      const imports = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, target]) =>
        path.posix.join(path.posix.dirname(file), `${target}.ts`),
      );
      if (imports.some((target) => found.has(target))) found.add(file);
    }
  }
  return found;
}

function isSpec(file) {
  return /[.](int-)?spec[.]ts$/.test(file);
}

/** Test files next to the code that differ from a commit, or that import a file that does, directly or through others. */
async function testsBeside(base) {
  const cruiser = path.join(repositoryRoot, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const options = ['--config', '.dependency-cruiser.mjs', '--affected', base, '--output-type', 'json'];
  const output = await runCommand(process.execPath, [cruiser, ...options, 'apps', 'bench', 'libs', 'tests', 'tools'], {
    quiet: true,
  });
  const { modules } = JSON.parse(output);
  return modules.map(({ source }) => source).filter(isSpec);
}

/** @returns test files next to the code, and end-to-end test files, since this branch left a commit */
export async function changedTests(since) {
  const [base] = git('merge-base', since, 'HEAD');
  const changed = changedFiles(base);
  const product = changed.filter((file) => /^(apps|libs)\/.*\.(ts|lua|sql|prisma)$/.test(file) && !isSpec(file));
  const sources = readdirSync(path.join(repositoryRoot, 'tests'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join('tests', name.split(path.sep).join('/')))
    .map((file) => [file, readFileSync(path.join(repositoryRoot, file), 'utf8')]);
  const subjects = new Set(product.map(subjectOf).filter(Boolean).flatMap(wordsOf));
  const importers = importersOf(
    changed.filter((file) => file.startsWith('tests/')),
    sources,
  );
  const isTouched = (file) =>
    importers.has(file) || wordsOf(path.basename(file, '.e2e-spec.ts')).some((word) => subjects.has(word));
  const endToEnd = sources.map(([file]) => file).filter((file) => file.endsWith('.e2e-spec.ts') && isTouched(file));
  if (product.length > 0) endToEnd.push(SMOKE);
  return { beside: await testsBeside(base), endToEnd: [...new Set(endToEnd)] };
}
