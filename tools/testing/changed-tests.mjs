// `npm test -- --changed`: which tests a change touches. Tests beside the code follow its imports (the runner finds them);
// end-to-end tests see no code, so they follow names: apps/messages/src/drafts is what tests/e2e/drafts.e2e-spec.ts is about.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../launcher/services.mjs';

/** Runs whenever the product changed: a send goes through every service. */
const SMOKE = 'tests/e2e/message-travels.e2e-spec.ts';

function git(...args) {
  const output = execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
  return output.split('\n').filter(Boolean);
}

/** Files that differ from where this branch left a commit, committed or not; removed ones too. */
function changedFiles(since) {
  const [base] = git('merge-base', since, 'HEAD');
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

/** @returns changed source files, whose tests the runner finds, and end-to-end test files */
export function changedTests(since) {
  const changed = changedFiles(since);
  const product = changed.filter((file) => /^(apps|libs)\/.*\.(ts|lua|sql|prisma)$/.test(file));
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
  const beside = changed.filter((file) => file.endsWith('.ts') && existsSync(path.join(repositoryRoot, file)));
  return { beside, endToEnd: [...new Set(endToEnd)] };
}
