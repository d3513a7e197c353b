import fc from 'fast-check';
import { contentDiff } from './content-diff';
import type { PagePreview, RenderContext } from './context';
import { collectEmojiNames, collectReferences } from './references';
import { render, tryRender } from './render';
import { sampleContext } from './sample-context';
import { FRAGMENTS } from './test-support/fragments';
import { growsSlower } from './test-support/growth';
import { isBalanced, violations } from './test-support/vocabulary';

const hostile = '"><script>x</script><b onclick="y" style="z">&quot;\'';
const page: PagePreview = {
  kind: 'card',
  title: hostile,
  description: hostile,
  imageUrl: `https://i.example.net/${hostile}`,
};
const context: RenderContext = {
  ...sampleContext,
  translateEmoticons: true,
  hasPagePreviews: true,
  pagePreviews: new Map<string, PagePreview>([
    ['https://page.example.net/a', page],
    ['https://vimeo.com/1', { ...page, kind: 'video', embedHtml: hostile }],
    ['https://youtu.be/ab_c', page],
    ['https://example.net/', { ...page, kind: 'photo' }],
  ]),
};

const parts = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string({ unit: 'binary' })),
  {
    maxLength: 40,
  },
);
const text = parts.map((some) => some.join(''));
const formula = parts.map((some) => `$$${some.join('').replace(/[$\n]/g, '')}$$`);

describe('properties of rendering', () => {
  beforeEach(() => {
    // KaTeX warns about characters that it has no measures of; where messages are rendered, the warnings go nowhere.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('lets only the documented vocabulary out, well nested', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: text }, formula), (content) => {
        const outcome = tryRender(content, context);
        if (!outcome.ok) throw new Error(outcome.msg);
        expect(violations(outcome.result.html)).toEqual([]);
        expect(isBalanced(outcome.result.html)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('is a function of its input', () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(tryRender(content, context)).toEqual(tryRender(content, context));
      }),
      { numRuns: 200 },
    );
  });

  it('finds every reference that the renderer resolves', () => {
    fc.assert(
      fc.property(text, (content) => {
        const outcome = tryRender(content, sampleContext);
        if (!outcome.ok) throw new Error(outcome.msg);
        const references = collectReferences(content);
        const { html } = outcome.result;
        if (outcome.result.mentionedUserIds.includes(31)) expect(references.userNames).toContain('Ada Byron');
        if (outcome.result.mentionedGroupIds.includes(17)) expect(references.groupNames).toContain('oncall');
        if (html.includes('data-stream-id="5"')) expect(references.channelNames).toContain('ops');
        if (html.includes('alt=":party_cat:"')) expect([...collectEmojiNames(content)]).toContain('party_cat');
      }),
      { numRuns: 500 },
    );
  });

  it('keeps differences within the vocabulary', () => {
    const marks = /<span class="highlight_text_(?:inserted|deleted)">/g;
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = contentDiff(render(before, context).html, render(after, context).html);
        expect(violations(diff.replace(marks, '<span>'))).toEqual([]);
        expect(isBalanced(diff)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('time of rendering', () => {
  const fill = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const work = (make: (length: number) => string) => (length: number) => {
    const content = make(length);
    tryRender(content, context);
    collectReferences(content);
  };
  /** Linear work takes 8 times as long, quadratic work 64 times. */
  const sizes = { size: 2_500, factor: 8, limit: 30 };

  beforeAll(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const fragment of FRAGMENTS) work((length) => fill(fragment, length))(500);
  });

  afterAll(() => {
    vi.restoreAllMocks();
  });

  const CORPUS: readonly (readonly [name: string, make: (length: number) => string])[] = [
    ...[...'a_@[(&\\/.|`*~#:$<>!"\''].map(
      (unit) => [`one token of ${unit}`, (length: number) => fill(unit, length)] as const,
    ),
    ...['\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '🎉', '\u{e0067}', '\ufe0f', '\u0301'].map(
      (unit) => [`one token of ${JSON.stringify(unit)}`, (length: number) => fill(unit, length)] as const,
    ),
    ...['> ', '* ', '[', '![', '**', '***', '~~', '`` ` ', '(', '<time:', ':a', '@**', '#**', '$$', '{', '|', '&#'].map(
      (unit) => [`unclosed ${unit}`, (length: number) => fill(unit, length)] as const,
    ),
    [
      'backticks of all lengths',
      (length) => fill(Array.from({ length: 70 }, (_, index) => '`'.repeat(index + 1)).join(' '), length),
    ],
    [
      'nested lists',
      (length) => fill(Array.from({ length: 60 }, (_, level) => `${'  '.repeat(level)}* a\n`).join(''), length),
    ],
    ['nested quotes', (length) => fill(`${'> '.repeat(60)}a\n`, length)],
    ['nested fences', (length) => fill('```quote\n~~~spoiler\n', length)],
    ['nested links', (length) => `${'['.repeat(length / 4)}a${'](b)'.repeat(length / 5)}`],
    ['parentheses behind addresses', (length) => `${fill(',a.co/', length - 10)}((((((((`],
    ['wide table', (length) => `${fill('|a', length / 4)}|\n${fill('|-', length / 4)}|\n${fill('a|b\n', length / 2)}`],
    ['long table', (length) => `a|b\n-|-\n${fill('x\n', length)}`],
    ['long fence line', (length) => `\`\`\`${fill('a', length - 10)}\``],
    ['emphasis of spaces', (length) => `*a${' '.repeat(length)}*`],
    ['mail addresses', (length) => fill('a@b.', length)],
    ['domains', (length) => fill('a.co.', length)],
    ['titles', (length) => fill('[a](b "c', length)],
    ['rules', (length) => fill('- - * * _ _ ', length)],
    ['formulas', (length) => fill('$$x^2$$ ', length)],
    ['formula bomb', (length) => fill('$$\\def\\a{\\a\\a}\\a$$ ', length)],
    ['matrices', (length) => fill('$$\\begin{matrix}a&b\\end{matrix}$$ ', length)],
    ['nested formula', (length) => `$$${fill('\\sqrt{', length)}$$`],
    ['paragraphs', (length) => fill('a\n\n', length)],
    ['headings', (length) => fill('# a\n', length)],
    ['linkified', (length) => fill('#1 zork/a:1 zork ', length)],
    ...[
      'py',
      'js',
      'c',
      'bash',
      'console',
      'html',
      'css',
      'yaml',
      'ini',
      'latex',
      'md',
      'sql',
      'haskell',
      'diff',
    ].flatMap((language) =>
      ['"', "'", '/*', '\\', '<', '$(', '"""', '#', '`', '{-', ' ', 'a.', '&a', '= '].map(
        (unit) => [`${language} of ${unit}`, (length: number) => `\`\`\`${language}\n${fill(unit, length)}`] as const,
      ),
    ),
  ];

  it.each(CORPUS)('grows with the text: %s', (_name, make) => {
    expect(growsSlower(work(make), sizes)).toBe(true);
  });

  it('grows with the text, whatever it repeats', () => {
    const unit = fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(unit, (repeated) => {
        expect(
          growsSlower(
            work((length) => fill(repeated.join(''), length)),
            sizes,
          ),
        ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['all words', (length: number) => ['a ', 'b '].map((unit) => render(fill(unit, length), context).html)],
    ['every other word', (length: number) => ['a ', 'a b '].map((unit) => render(fill(unit, length), context).html)],
    ['paragraphs', (length: number) => ['a\n\n', 'b a\n\n'].map((unit) => render(fill(unit, length), context).html)],
  ])('differences grow with the text: %s', (_name, make) => {
    const compare = (length: number): void => {
      const [before = '', after = ''] = make(length);
      contentDiff(before, after);
    };
    expect(growsSlower(compare, sizes)).toBe(true);
  });
});
