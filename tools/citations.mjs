// `node tools/citations.mjs`, part of `npm run lint`: every section that a comment, a test or a page cites exists.
//
// The one form of a citation is the page's name and its sections: `(messages.md 3)`, `(users.md 5, 12 to 14)`,
// `(design.md I4)`. Words in quotes after it must occur in that section: `(messages.md 8, "Scope")`. Pages are those of
// docs/reference; other documents are named by their path. The folder to check may be given, for the tests.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './launcher/services.mjs';

const REFERENCE = 'docs/reference';
const SOURCES = /\.(ts|mjs|cjs|js|sql|lua|prisma|md|ya?ml|json|toml)$|(^|\/)Dockerfile$/;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'generated', '.git', '.nx', '.stoa']);
/** What is generated, or says by examples what a citation is. */
const EXCLUDED = [
  'package-lock.json',
  'tools/citations.mjs',
  'tests/docs/citations.spec.ts',
  'docs/use/api-coverage.md',
];
/** Applied migrations never change: there the design is cited in an older form. */
const MIGRATIONS = 'libs/database/prisma/migrations/';

const SECTION = String.raw`(?:\d+(?:\.\d+)*(?!\w)|I\d+)`;
const SECTIONS = new RegExp(String.raw`^\s+(${SECTION}(?:(?:,\s+(?:and\s+)?|\s+and\s+|\s+to\s+)${SECTION})*)`);
const QUOTED = /^,\s+"([^"]+)"/;
const OTHER_FORM =
  /\bdesign(?:,? sections?|:)? (?:\d|I\d|")|[(;] ?design: |\b(?:service-api|emoji)\.txt\b|\bhouse\.md\b/g;
const DOCUMENT = /\bdocs\/[\w/-]+\.md\b|\bdocs\/decisions\/\d{3}\b/g;

/** The sections of every page: name of the page to (number to text, which goes on to the next section of its level). */
function readPages(root) {
  const files = readdirSync(path.join(root, REFERENCE)).filter((file) => file.endsWith('.md') && file !== 'README.md');
  return new Map(files.map((file) => [file, sectionsOf(readFileSync(path.join(root, REFERENCE, file), 'utf8'))]));
}

/** @returns number to text of each section */
function sectionsOf(page) {
  const prose = page.replaceAll(/^```[\s\S]*?^```$/gm, (code) => code.replaceAll('#', ' '));
  const headings = [...prose.matchAll(/^(#{2,})\s+(?:(\d+(?:\.\d+)*|I\d+)[.\s])?.*$/gm)];
  const ends = (level, from) => headings.find(({ 1: marks, index }) => index > from && marks.length <= level)?.index;
  return new Map(
    headings.flatMap(({ 1: marks, 2: number, index }) =>
      number === undefined ? [] : [[number, page.slice(index, ends(marks.length, index)).replaceAll(/\s+/g, ' ')]],
    ),
  );
}

/**
 * What is wrong with the citations in a text.
 * @param pages from {@link readPages}
 * @returns {{ at: number, problem: string }[]} by position in the text
 */
function citationProblems(text, pages) {
  // A comment goes on behind the mark of its next line; the length of the text stays.
  const joined = text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/+|--|#)?/g, (gap) => ' '.repeat(gap.length));
  const page = new RegExp(String.raw`(?<![\w/.-])(${[...pages.keys()].join('|')})(?![\w\]])`, 'g');
  const cited = [...joined.matchAll(page)].flatMap(({ 0: whole, 1: name, index }) =>
    problemsAt(joined.slice(index + whole.length), name, pages.get(name)).map((problem) => ({ at: index, problem })),
  );
  const otherForms = [...joined.matchAll(OTHER_FORM)].map(({ 0: found, index }) => ({
    at: index,
    problem: `"${found.trim()}" is no citation: write the page and its section, like (design.md 4)`,
  }));
  return [...cited, ...otherForms].sort((one, other) => one.at - other.at);
}

function problemsAt(rest, name, sections) {
  const list = SECTIONS.exec(rest);
  if (!list) return [];
  const numbers = list[1].match(new RegExp(SECTION, 'g'));
  const missing = numbers.filter((number) => !sections.has(number));
  if (missing.length > 0) return missing.map((number) => `${name} has no section ${number}`);
  const quoted = QUOTED.exec(rest.slice(list[0].length))?.[1].replaceAll(/\s+/g, ' ');
  const last = numbers.at(-1);
  return quoted === undefined || sections.get(last).includes(quoted)
    ? []
    : [`${name} ${last} does not say "${quoted}"`];
}

/** Within a page, "section 4" is one of its own. */
function ownSectionProblems(text, sections) {
  return [...text.matchAll(/\bsections? (\d+(?:\.\d+)*)/g)]
    .filter(({ 1: number }) => !sections.has(number))
    .map(({ 1: number, index }) => ({ at: index, problem: `the page has no section ${number}` }));
}

/** @returns documents that a text names by their path and that do not exist */
function missingDocuments(text, root) {
  const decisions = existsSync(path.join(root, 'docs/decisions')) ? readdirSync(path.join(root, 'docs/decisions')) : [];
  const exists = (named) =>
    existsSync(path.join(root, named)) || decisions.some((file) => `docs/decisions/${file}`.startsWith(`${named}-`));
  return [...text.matchAll(DOCUMENT)]
    .filter(({ 0: named }) => !exists(named))
    .map(({ 0: named, index }) => ({ at: index, problem: `${named} does not exist` }));
}

/** @returns a line for each citation that leads nowhere */
function brokenCitations(root) {
  const pages = readPages(root);
  return [...sourcesIn(root)].flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const own = pages.get(path.relative(REFERENCE, file));
    const problems = [
      ...citationProblems(file.startsWith(MIGRATIONS) ? inPresentForm(text) : text, pages),
      ...(own ? ownSectionProblems(text, own) : []),
      ...missingDocuments(text, root),
    ];
    return problems.map(({ at, problem }) => `${file}:${text.slice(0, at).split('\n').length}: ${problem}`);
  });
}

function* sourcesIn(root, folder = '') {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) yield* sourcesIn(root, file);
    if (entry.isFile() && SOURCES.test(file) && !EXCLUDED.includes(file)) yield file;
  }
}

function inPresentForm(migration) {
  return migration.replaceAll(/\bdesign (?:sections? )?(?=[\dI]\d?)/g, 'design.md ').replaceAll(/\bdesign: "/g, '"');
}

const broken = brokenCitations(process.argv[2] ?? repositoryRoot);
for (const line of broken) console.error(line);
if (broken.length > 0) process.exitCode = 1;
