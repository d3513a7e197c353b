import { AlertWordIndex, type RenderContext, compileLinkifiers, tryRender } from '@stoa/markdown';
import { processorMs } from '@stoa/testing';
import { isHeavy } from './render-cost';
import { createTask, runTask } from './render-task';

/** Milliseconds for which nothing else may happen in a process (of processor time: machines that run tests are busy). */
const LIMIT_MS = 20;
const ROUNDS = 12;

const fill = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** What takes longest of each kind of markup. */
const HOSTILE: readonly (readonly [name: string, make: (length: number) => string])[] = [
  ...[
    '[',
    '![',
    '(',
    '**a',
    '***',
    '~~',
    '> ',
    '`a',
    '* b\n',
    '@**a',
    '#**a>b',
    '<time:',
    ':a',
    '&#',
    '\u202e',
    '🎉',
  ].map((unit) => [`repeated ${JSON.stringify(unit)}`, (length: number) => fill(unit, length)] as const),
  [
    'nested lists',
    (length) => fill(Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}* a\n`).join(''), length),
  ],
  ['nested quotes', (length) => fill(`${'> '.repeat(40)}a\n`, length)],
  ['nested fences', (length) => fill('```quote\n~~~spoiler\n', length)],
  ['tables', (length) => fill('a|b\n-|-\nc|d\n\n', length)],
  ['addresses', (length) => fill('https://a.example.net/( ', length)],
  ['pictures', (length) => fill('https://a.example.net/b.png ', length)],
  ['code', (length) => `\`\`\`js\n${fill('a."/*', length - 6)}`],
  ['paragraphs', (length) => fill('T1-1 \n\n', length)],
  ['numbers', (length) => fill('T1-1 T2-2 ', length)],
];

const withLinkifiers = (count: number): RenderContext => ({
  realmUrl: 'https://chat.example.org',
  hasMediaPreviews: true,
  translateEmoticons: true,
  alertWords: new AlertWordIndex(Array.from({ length: 3_000 }, (_, userId) => ({ userId, word: `word ${userId}` }))),
  customEmoji: new Map(Array.from({ length: 2_000 }, (_, index) => [`emoji_${index}`, { sourceUrl: `/${index}.png` }])),
  linkifiers: compileLinkifiers(
    Array.from({ length: count }, (_, index) => ({
      pattern: `T${index}-(?P<n>[0-9]+)`,
      urlTemplate: `https://t.example.net/${index}/{n}`,
    })),
  ),
});
const contexts = [0, 5, 30].map(withLinkifiers);

/** The longest text of a kind that is still rendered at once. */
function longestAtOnce(make: (length: number) => string, context: RenderContext): string {
  let length = 10_000;
  while (isHeavy(make(length), context)) length -= 50;
  return make(length);
}

describe('what rendering does to the event loop', () => {
  it.each(HOSTILE)('renders at once only what is quick: %s', (_name, make) => {
    for (const context of contexts) {
      const content = longestAtOnce(make, context);
      expect(content.length).toBeGreaterThan(500);
      expect(processorMs(() => void tryRender(content, context), ROUNDS, LIMIT_MS / 4)).toBeLessThan(LIMIT_MS);
    }
  });

  it.each(HOSTILE)('gives the rest to a thread, and takes it back, quickly: %s', (_name, make) => {
    for (const context of contexts) {
      const content = make(10_000);
      expect(isHeavy(content, context)).toBe(true);
      const done = runTask(createTask(content, context));
      const handOver = processorMs(
        () => {
          structuredClone(createTask(content, context));
          structuredClone(done);
          context.alertWords?.usersIn(done.alertText);
        },
        ROUNDS,
        LIMIT_MS / 4,
      );
      expect(handOver).toBeLessThan(LIMIT_MS);
    }
  });
});
