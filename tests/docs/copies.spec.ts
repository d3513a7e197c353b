import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
const PAGE = 'docs/build/copies.md';
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Fields and constants that outlive a request and grow: where copies are kept. */
const KEEPS =
  /^ {2}(?:private |protected )?(?:readonly )?\w+(?:: [^=\n]+)? = new (?:Map|WeakMap|FreshCache|ConfirmedCopies|VersionedCache|SnapshotCache)\b|^const \w+ = new (?:Map|WeakMap)<.*>\(\);$|= new (?:FreshCache|ConfirmedCopies|VersionedCache|SnapshotCache)[<(]/m;
const SOURCES = [
  ...['gateway', 'messages', 'users', 'events', 'presence', 'push'].map((name) => `apps/${name}/src`),
  ...['redis', 'directory', 'event-queue', 'rpc', 'database', 'changes', 'delivery-jobs', 'rendering'].map(
    (name) => `libs/${name}/src`,
  ),
];
const NOT_THE_PRODUCT = /spec\.ts$|test-support|\/testing\/|\/fakes\/|\/generated\//;

const [copies = '', others = ''] = read(PAGE).split('\n## Maps that hold no copies\n');
const rows = copies
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const named = (text: string): string[] => [...text.matchAll(/`([^`]+\.ts)`/g)].map(([, file = '']) => file);

describe('the copies of docs/build/copies.md', () => {
  it.each(rows)('%s', (_copy, place = '', confirmed = '', oldest = '', test = '') => {
    const [file = ''] = named(place);
    expect(read(file)).toMatch(KEEPS);
    expect([confirmed, oldest]).not.toContain('');
    expect(named(test).map((one) => existsSync(path.join(ROOT, one)))).toEqual([true]);
  });

  it('are all that there are', () => {
    const keeping = SOURCES.flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    ).filter((file) => file.endsWith('.ts') && !NOT_THE_PRODUCT.test(file) && KEEPS.test(read(file)));
    const listed = new Set([...rows.flatMap(([, place = '']) => named(place)), ...named(others)]);
    expect(keeping.filter((file) => !listed.has(file)).sort()).toEqual([]);
    expect([...listed].filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});
