import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
];

/** A page without its code, in which brackets are no links. */
const proseOf = (page: string): string =>
  read(page)
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');

/** The names under which a page's headings can be linked to, as common renderers make them. */
function anchorsOf(file: string): Set<string> {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of read(file)
    .replaceAll(/```[\s\S]*?```/g, '')
    .matchAll(/^#+ (.+)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const before = counts.get(slug) ?? 0;
    counts.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
}

/** The links of a text: those that say their target, and the definitions of those that do not. */
function linksIn(markdown: string): { text: string; target: string }[] {
  const inline = markdown.matchAll(/(?:\[([^\]]*))?\]\(([^)\s]+)\)/g);
  const definitions = markdown.matchAll(/^\[([^\]]*)\]: +(\S+)$/gm);
  return [...inline, ...definitions].map(([, text = '', target = '']) => ({ text, target }));
}

const fileOf = (page: string, target: string): string =>
  target.startsWith('#') ? page : path.join(path.dirname(page), target.split('#')[0] ?? '');

describe('links in the documentation', () => {
  it.each(PAGES)('of %s lead to files and headings that exist', (page) => {
    const broken = linksIn(proseOf(page)).filter(({ target }) => {
      if (/^[a-z]+:/.test(target)) return false;
      const anchor = target.split('#')[1];
      const file = fileOf(page, target);
      if (!existsSync(path.join(root, file))) return true;
      return anchor !== undefined && !anchorsOf(file).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(PAGES)('of %s name what their source files have', (page) => {
    const missing = linksIn(read(page)).filter(({ text, target }) => {
      const name = /^`([\w$.]+)`$/.exec(text)?.[1];
      if (name === undefined || !/\.(?:ts|mjs|lua|sql)$/.test(target)) return false;
      const file = fileOf(page, target);
      const source = existsSync(path.join(root, file)) ? read(file) : '';
      return path.basename(file) !== name && name.split('.').some((part) => !new RegExp(`\\b${part}\\b`).test(source));
    });
    expect(missing).toEqual([]);
  });

  it.each(PAGES)('of %s that have no target are defined', (page) => {
    const defined = new Set(linksIn(read(page)).map(({ text }) => text));
    const used = [...read(page).matchAll(/(?<!\\)\[(`[\w$.]+`)\](?![[(:])/g)].map(([, text = '']) => text);
    expect(used.filter((text) => !defined.has(text))).toEqual([]);
  });

  it('lead to every page of docs/ from another one', () => {
    const linked = new Set(
      PAGES.flatMap((page) =>
        [...read(page).matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => path.join(path.dirname(page), target)),
      ),
    );
    const isInFolder = (page: string) => /^docs\/(decisions|operate\/runbooks)\//.test(page);
    expect(PAGES.filter((page) => page !== 'README.md' && !isInFolder(page) && !linked.has(page))).toEqual([]);
  });
});
