import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const root = path.resolve(__dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Files below folders, as paths from the root. */
function filesBelow(folders: string[], pattern: RegExp): string[] {
  const isLeftOut = /(^|\/)(node_modules|generated|templates|dist)(\/|$)/;
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((file) => pattern.test(file) && !isLeftOut.test(file)),
  );
}

interface Snippet {
  page: string;
  /** The section and those above it, for what is said of its commands. */
  section: string;
  code: string;
  isBlock: boolean;
}

/** Shell blocks, and code in sentences that begins with a program. */
function snippetsOf(page: string): Snippet[] {
  const snippets: Snippet[] = [];
  const sections: { depth: number; text: string }[] = [{ depth: 0, text: '' }];
  let block: { isShell: boolean; lines: string[] } | undefined;
  const section = () => sections.map(({ text }) => text).join('\n');
  for (const line of read(page).split('\n')) {
    const [, language] = /^\s*```(\w*)/.exec(line) ?? [];
    if (language !== undefined) {
      if (block?.isShell) snippets.push({ page, section: section(), code: block.lines.join('\n'), isBlock: true });
      block = block ? undefined : { isShell: ['sh', 'bash', 'shell'].includes(language), lines: [] };
      continue;
    }
    if (block) {
      block.lines.push(line.trim());
      continue;
    }
    const [, marks] = /^(#+) /.exec(line) ?? [];
    if (marks) {
      while ((sections.at(-1)?.depth ?? 0) >= marks.length) sections.pop();
      sections.push({ depth: marks.length, text: '' });
    }
    const current = sections.at(-1);
    if (current) current.text += `${line}\n`;
    for (const [, code = ''] of line.matchAll(/`([^`]+)`/g))
      if (/^(npm|npx|node|kubectl|helm|docker|curl|kind) \S/.test(code))
        snippets.push({ page, section: '', code, isBlock: false });
  }
  return snippets;
}

const PAGES = ['README.md', ...filesBelow(['docs'], /\.md$/)];
const SNIPPETS = PAGES.flatMap(snippetsOf);

/** Kind and name of every object of the manifests, in lower case: "deployment/gateway". */
function manifestNames(): Set<string> {
  const names = new Set<string>();
  for (const file of filesBelow(['k8s'], /\.ya?ml$/)) {
    for (const document of parseAllDocuments(read(file))) {
      const object: { kind?: string; metadata?: { name?: string } } | null = document.toJS();
      if (object?.kind && object.metadata?.name) names.add(`${object.kind.toLowerCase()}/${object.metadata.name}`);
    }
  }
  return names;
}

/** Every `pattern` in sentences and commands of the pages that is not among what is known. */
function unknownIn(pattern: RegExp, isKnown: (name: string) => boolean): string[] {
  return PAGES.flatMap((page) =>
    [...new Set([...read(page).matchAll(pattern)].map(([name]) => name))]
      .filter((name) => !isKnown(name))
      .map((name) => `${page}: ${name}`),
  );
}

/** What a rule finds wrong in the commands, with the page. */
function problemsIn(rule: (code: string) => (string | false | undefined)[]): string[] {
  return SNIPPETS.flatMap(({ page, code }) =>
    rule(code.replaceAll('\\\n', ' ')).flatMap((problem) => (problem ? [`${page}: ${problem} in "${code}"`] : [])),
  );
}

describe('commands in the documentation', () => {
  it('are there to be checked', () => {
    expect(SNIPPETS.filter(({ isBlock }) => isBlock).length).toBeGreaterThan(10);
    expect(SNIPPETS.length).toBeGreaterThan(50);
  });

  it('use scripts and options that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const options = read('tools/launcher/options.mjs');
    expect(
      problemsIn((code) => [
        ...[...code.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => !(name in scripts) && name),
        ...[...code.matchAll(/\bnpm start -- (.*)/g)].flatMap(([, given = '']) =>
          [...given.matchAll(/--([\w-]+)/g)].map(([, name = '']) => !new RegExp(`\\b${name}\\b`).test(options) && name),
        ),
      ]),
    ).toEqual([]);
  });

  it('name files that exist', () => {
    const place = /(?<![\w/.-])(?:k8s|tools|docs|apps|libs|tests|bench|monitoring|dist)\/[\w./-]+/g;
    const exists = (file: string) =>
      existsSync(path.join(root, file)) ||
      existsSync(path.join(root, file.replace(/^dist\//, '').replace(/\.js$/, '.ts')));
    expect(
      problemsIn((code) => [...code.matchAll(place)].map(([file]) => !exists(file.replace(/[.]$/, '')) && file)),
    ).toEqual([]);
  });

  it('name objects and namespaces that the manifests have', () => {
    const names = manifestNames();
    const named = /\b(deployment|statefulset|job|service|cluster|scaledobject)[/ ]([a-z][a-z-]*)\b(?!-N)/g;
    expect(
      problemsIn((code) =>
        /\bkubectl\b/.test(code)
          ? [
              ...[...code.matchAll(named)].map(([all, kind, name]) => !names.has(`${kind}/${name}`) && all),
              ...[...code.matchAll(/(?:-n|--namespace)[ =]([\w-]+)/g)].map(
                ([all, name = '']) => !['stoa', 'stoa-dev'].includes(name) && all,
              ),
            ]
          : [],
      ),
    ).toEqual([]);
  });

  it('read the logs of all pods of a deployment, and look for what the services write', () => {
    const services = filesBelow(['apps', 'libs'], /(?<!spec)\.ts$/)
      .map(read)
      .join('\n');
    const isWritten = (text: string) => /^"level":/.test(text) || services.includes(text);
    expect(
      problemsIn((code) =>
        [...code.matchAll(/kubectl[^|]* logs ([^|]*)(?:\| grep (?:-\w+ )?(?:'([^']+)'|([a-z]+)))?/g)].flatMap(
          ([, of = '', quoted, word]) => [
            /deployment\//.test(of) && !of.includes('--all-pods') && 'the log of one pod',
            !isWritten(quoted ?? word ?? '') && `nothing writes ${quoted ?? word}`,
          ],
        ),
      ),
    ).toEqual([]);
  });

  it('set values that the chart has', () => {
    const values: unknown = parse(read('k8s/helm/stoa/values.yaml'));
    const isThere = (key: string) =>
      key
        .split('.')
        .reduce<unknown>(
          (inner, name) => (inner && typeof inner === 'object' ? Object(inner)[name] : undefined),
          values,
        ) !== undefined;
    expect(
      problemsIn((code) => [...code.matchAll(/--set ([\w.]+)=/g)].map(([all, key = '']) => !isThere(key) && all)),
    ).toEqual([]);
  });

  it('use commands of the operator’s tool that it has', () => {
    const sources = filesBelow(['apps/stoa/src'], /\.ts$/);
    const known = new Set(
      [
        ...sources
          .map(read)
          .join('\n')
          .matchAll(/'([a-z][a-z-]*)(?: [^']*)?'/g),
      ].map(([, name]) => name),
    );
    const used = /\b(?:npx stoa|node stoa\.js) ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)/g;
    expect(
      problemsIn((code) =>
        [...code.matchAll(used)].flatMap(([, words = '']) => {
          const [first = '', second] = words.split(' ');
          return [!known.has(first) && first, second && known.has(first) && !known.has(second) && second];
        }),
      ),
    ).toEqual([]);
  });

  it('that need a container engine or a cluster are marked as not run', () => {
    const needs = /^\s*(docker|kubectl|helm|kind) /m;
    const unmarked = SNIPPETS.filter(
      ({ isBlock, code, section }) => isBlock && needs.test(code) && !/\bnot\s+(been\s+)?run\b/i.test(section),
    );
    expect(unmarked.map(({ page, code }) => `${page}: ${code}`)).toEqual([]);
  });
});

describe('names in the documentation', () => {
  const sources = filesBelow(['apps', 'libs', 'tools', 'bench', 'tests/support'], /\.(ts|mjs|cjs)$/);
  const text = sources.map(read).join('\n');

  it('of variables are those that something reads', () => {
    const known = new Set(text.match(/\bSTOA_[A-Z0-9_]+/g));
    expect(
      unknownIn(
        /\bSTOA_[A-Z0-9_]+(?![A-Z0-9_…])/g,
        (name) => known.has(name) || known.has(name.replace(/_FILE$/, '')) || name.endsWith('_'),
      ),
    ).toEqual([]);
  });

  it('of metrics are those that something exports', () => {
    const known = new Set([...text.matchAll(/['`](stoa_[a-z0-9_]+)['`]/g)].map(([, name]) => name));
    const isOfNode = (name: string) => /^stoa_(nodejs|process)_/.test(name);
    expect(
      unknownIn(
        /\bstoa_[a-z0-9]+_[a-z0-9_]+\b/g,
        (name) => isOfNode(name) || known.has(name) || known.has(name.replace(/_(bucket|count|sum)$/, '')),
      ),
    ).toEqual([]);
  });
});
