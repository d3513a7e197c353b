// docs/use/api-coverage.md: what the end-to-end tests of one whole run have seen of the API. `npm test` compares: the page must
// name every endpoint and event that is declared, and the run must have no hole that the page does not know to be filled.
// `STOA_UPDATE_DOCS=1 npm test` writes it anew.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../launcher/services.mjs';

const PAGE = path.join(repositoryRoot, 'docs', 'use', 'api-coverage.md');
/** Files of a coverage folder that record which request caused which events, one per cluster. */
export const COMMITTED_PREFIX = 'changes-';
const COMMITTED = '"a change was committed"';
const METHODS = ['get', 'post', 'patch', 'put', 'delete'];
const MISSING = '**missing**';

const INTRODUCTION = `# What the end-to-end tests have seen of the API

\`STOA_UPDATE_DOCS=1 npm test\` writes this page from the declarations of the endpoints and from what a run of all end-to-end
tests recorded; every answer and every event was checked against its schema. \`npm test\` fails if an endpoint or event is
not listed, or if the run has a hole. What this page lists and a run did not see is only printed, because some of it depends
on timing.

- "success" and the codes are answers; "events" are those that a request of the endpoint committed.
- "never": the API has the endpoint, and the service always refuses it.
- ${MISSING}: something declared that no test has seen.
`;

/** Keeps in a file the log lines that record which request caused which events. */
export function keepCommittedChanges(logs, file) {
  if (!existsSync(logs)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const lines = readdirSync(logs)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(path.join(logs, name), 'utf8').split('\n'))
    .filter((line) => line.includes(COMMITTED));
  writeFileSync(file, lines.join('\n'));
}

function readLines(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return []; // The last line of a process that was killed.
    }
  });
}

/** @returns what was declared, and what was seen of it */
function readRun(folder) {
  const { document, events: declaredEvents } = JSON.parse(readFileSync(path.join(folder, 'declared.json'), 'utf8'));
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const linesOf = (names) => names.flatMap((name) => readLines(path.join(folder, name)));
  const records = linesOf(files.filter((name) => !name.startsWith(COMMITTED_PREFIX)));
  const eventsOf = new Map();
  for (const { requestId, events } of linesOf(files.filter((name) => name.startsWith(COMMITTED_PREFIX)))) {
    if (requestId) eventsOf.set(requestId, [...(eventsOf.get(requestId) ?? []), ...events]);
  }
  const seen = new Map();
  const seenEvents = new Set();
  for (const { endpoint, status, code, requestId, event } of records) {
    if (event) {
      seenEvents.add(event);
      continue;
    }
    const facts = seen.get(endpoint) ?? { isSuccess: false, codes: new Set(), events: new Set() };
    seen.set(endpoint, facts);
    if (status < 400) facts.isSuccess = true;
    else facts.codes.add(code);
    for (const name of eventsOf.get(requestId) ?? []) if (!name.startsWith('internal/')) facts.events.add(name);
  }
  return { endpoints: declaredEndpoints(document), declaredEvents, seen, seenEvents };
}

function declaredEndpoints(document) {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      name: `${method.toUpperCase()} ${template}`,
      tag: item[method].tags[0],
      codes: declaredCodes(item[method]),
      canSucceed: ['200', '302'].some((status) => status in item[method].responses),
    })),
  );
}

function declaredCodes({ responses }) {
  const codes = Object.values(responses).flatMap((response) =>
    Object.values(response.content?.['application/json']?.examples ?? {}).map(({ value }) => value.code),
  );
  return [...new Set(codes)].sort();
}

function code(texts) {
  return [...texts].map((text) => `\`${text}\``).join(', ');
}

/** The cells of the page: tag to rows of endpoints, and rows of events. */
function tables({ endpoints, declaredEvents, seen, seenEvents }) {
  const byTag = new Map();
  for (const { name, tag, codes, canSucceed } of endpoints) {
    const facts = seen.get(name) ?? { isSuccess: false, codes: new Set(), events: new Set() };
    const unseen = codes.filter((entry) => !facts.codes.has(entry));
    const errors = [code([...facts.codes].sort()), unseen.length > 0 ? `${MISSING} ${code(unseen)}` : ''];
    const row = [
      `\`${name}\``,
      facts.isSuccess ? 'yes' : canSucceed ? MISSING : 'never',
      errors.filter((part) => part !== '').join(', '),
      code([...facts.events].sort()),
    ];
    byTag.set(tag, [...(byTag.get(tag) ?? []), row]);
  }
  const events = declaredEvents.map((event) => [`\`${event}\``, seenEvents.has(event) ? 'yes' : MISSING]);
  return { byTag: [...byTag].sort(([a], [b]) => (a < b ? -1 : 1)), events };
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function page(run) {
  const { byTag, events } = tables(run);
  const chapters = byTag.map(
    ([tag, rows]) => `## ${tag}\n\n${table(['endpoint', 'success', 'errors', 'events'], rows)}\n`,
  );
  return `${INTRODUCTION}\n${chapters.join('\n')}\n## Events\n\n${table(['event', 'received'], events)}\n`;
}

/** Row name to the facts that a page states about it. */
function statements(text) {
  const rows = new Map();
  for (const line of text.split('\n')) {
    const [, name, ...cells] = line.split('|').map((cell) => cell.trim());
    if (!name?.startsWith('`')) continue;
    const facts = cells.flatMap((cell) =>
      cell === 'yes' ? ['yes'] : [...cell.matchAll(/`[^`]+`/g)].map(([fact]) => fact),
    );
    const holes = cells.filter((cell) => cell.includes(MISSING));
    rows.set(name, { facts, holes });
  }
  return rows;
}

/** Whether a hole of this run is one that the page does not know to be filled: some answers depend on timing. */
function isNew(hole, known) {
  const codes = [...hole.slice(hole.indexOf(MISSING)).matchAll(/`[^`]+`/g)].map(([fact]) => fact);
  return codes.length === 0 ? !known.includes('yes') : codes.some((fact) => !known.includes(fact));
}

/** @returns what is wrong with the page; empty if it is true */
export function checkCoverage(folder) {
  if (!existsSync(path.join(folder, 'declared.json'))) return ['no end-to-end test has recorded anything'];
  const current = page(readRun(folder));
  if (process.env.STOA_UPDATE_DOCS) {
    writeFileSync(PAGE, current);
    return [];
  }
  const run = statements(current);
  const written = existsSync(PAGE) ? statements(readFileSync(PAGE, 'utf8')) : new Map();
  const problems = [];
  for (const [name, { holes }] of run) {
    if (!written.has(name)) problems.push(`${name} is not listed`);
    const known = written.get(name)?.facts ?? [];
    for (const hole of holes) if (isNew(hole, known)) problems.push(`${name}: ${hole}`);
  }
  for (const [name, { facts }] of written) {
    const seen = run.get(name);
    if (!seen) problems.push(`${name} does not exist`);
    const missed = facts.filter((fact) => seen && !seen.facts.includes(fact));
    if (missed.length > 0)
      process.stderr.write(`docs/use/api-coverage.md: ${name}: not seen this time: ${missed.join(', ')}\n`);
  }
  return problems;
}
