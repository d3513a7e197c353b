import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(__dirname, '..', '..', 'docs', 'decisions');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const RECORDS = readdirSync(folder).filter((file) => file !== 'README.md');
const LINK = /\[(\d{3})\]\((\d{3}-[\w-]+\.md)\)/g;

/** The index's titles and sentences, by file; an entry may go on in indented lines. */
const index = new Map(
  [
    ...read('README.md')
      .replaceAll(/\n {2}/g, ' ')
      .matchAll(/^- \[(.+?)\]\((\d{3}-[\w-]+\.md)\)\. (.+)$/gm),
  ].map(([, title = '', file = '', sentence = '']) => [file, { title, sentence }]),
);

/** The lines below the title, `Name: value`, each but the last with a backslash for the line break. */
function headerOf(text: string): Map<string, string> {
  const [, block = ''] = /^# .+\n\n((?:\w+: .+\n)+)\n/.exec(text) ?? [];
  return new Map([...block.matchAll(/^(\w+): (.+?)\\?$/gm)].map(([, name = '', value = '']) => [name, value]));
}

describe('docs/decisions', () => {
  it('are numbered without gaps', () => {
    const expected = RECORDS.map((_file, at) => String(at + 1).padStart(3, '0'));
    expect(RECORDS.map((file) => file.slice(0, 3)).sort()).toEqual(expected);
  });

  it.each(RECORDS)('%s has a title, a status and a date', (file) => {
    const text = read(file);
    expect(text).toMatch(new RegExp(`^# ${file.slice(0, 3)} \\S`));
    const header = headerOf(text);
    expect(header.get('Status')).toMatch(/^(proposed|accepted|superseded by \[\d{3}\]\(.+\))$/);
    expect(header.get('Date')).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect([...header.keys()].filter((name) => !['Status', 'Date', 'Supersedes', 'Amends'].includes(name))).toEqual([]);
  });

  it.each(RECORDS)('%s is in the index under its title, with a sentence', (file) => {
    const entry = index.get(file);
    expect(read(file).split('\n', 1)[0]).toBe(`# ${entry?.title}`);
    expect(entry?.sentence).toMatch(/^\S.{20,}\.$/);
  });

  it('supersede records that say so, and amend earlier ones', () => {
    for (const file of RECORDS) {
      const header = headerOf(read(file));
      for (const [, , earlier = ''] of (header.get('Supersedes') ?? '').matchAll(LINK)) {
        expect(headerOf(read(earlier)).get('Status')).toBe(`superseded by [${file.slice(0, 3)}](${file})`);
      }
      for (const [, number = ''] of (header.get('Amends') ?? '').matchAll(LINK)) {
        expect(Number(number)).toBeLessThan(Number(file.slice(0, 3)));
      }
    }
  });
});
