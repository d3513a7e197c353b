import { AlertWordIndex, RenderContext, compileLinkifiers, mentionNameKey, render } from '@stoa/markdown';
import MarkdownIt from 'markdown-it';
import type { BenchCluster } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { progress } from '../support/progress';
import type { Report } from '../support/report';
import { measureYardsticks } from '../support/yardsticks';

/** What people write, by how often in a hundred messages. Lengths and constructs follow busy public organizations. */
const MIX: readonly (readonly [kind: string, share: number, text: string])[] = [
  ['one line', 38, 'That sounds good to me, thanks for looking into it so quickly.'],
  ['several sentences', 18, 'I had a look at the logs from last night. '.repeat(6)],
  ['mention', 10, '@**Ada Byron** could you check whether #42 is still happening for you?'],
  ['link', 8, 'See https://docs.example.net/guide?page=3#install and [the notes](https://wiki.example.net/notes).'],
  ['emphasis', 6, 'This is **important**: use the *new* one, ~~not the old one~~, as in `npm start`.'],
  ['emoji', 5, 'Shipped :tada: great work everybody :+1: 🎉'],
  ['list', 5, 'To do:\n\n* write the tests\n* run them twice\n  * alone\n  * with others\n* commit\n\nDone by Friday?'],
  ['quote', 4, '> I think that we should wait until the release is out.\n\nAgreed, let us do it on Monday then.'],
  ['code', 4, `\`\`\`python\n${'for item in items:\n    print(item.name, 42)  # show it\n'.repeat(5)}\`\`\``],
  ['table', 1, `| name | count | state |\n|:-----|------:|-------|\n${'| worker | 12 | **ready** |\n'.repeat(8)}`],
  ['math', 1, 'The bound is $$O(n \\log n)$$ as before.'],
];

const CONTEXT: RenderContext = {
  realmUrl: 'https://chat.example.org',
  usersByName: new Map([[mentionNameKey('Ada Byron'), { id: 31, fullName: 'Ada Byron', isActive: true }]]),
  linkifiers: compileLinkifiers([{ pattern: '#(?P<n>[0-9]+)', urlTemplate: 'https://bugs.example.net/{n}' }]),
  alertWords: new AlertWordIndex([{ userId: 31, word: 'release' }]),
  hasMediaPreviews: true,
};

type Render = (text: string) => string;

/** The messages of one round in an order that mixes kinds. */
function mixedTexts(): string[] {
  const all = MIX.flatMap(([, share, text]) => Array.from({ length: share }, () => text));
  return all.map((_text, index) => all[(index * 37) % all.length] ?? '');
}

/** Texts per second over at least some time, whole rounds only. */
function measure(renderText: Render, texts: readonly string[], seconds: number): number {
  const start = performance.now();
  let count = 0;
  let length = 0;
  do {
    for (const text of texts) length += renderText(text).length;
    count += texts.length;
  } while (performance.now() - start < seconds * 1000);
  if (length === 0) throw new Error('Nothing was rendered');
  return count / ((performance.now() - start) / 1000);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Renderers take turns, so that all meet the same machine; the median of the rounds counts. */
function compare(
  renderers: Readonly<Record<string, Render>>,
  texts: readonly string[],
  plan: Plan,
): Map<string, number> {
  const rates = new Map<string, number[]>();
  // A service renders for days; what counts is code that the engine has compiled.
  for (const renderText of Object.values(renderers)) measure(renderText, texts, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [name, renderText] of Object.entries(renderers)) {
      rates.set(name, [...(rates.get(name) ?? []), measure(renderText, texts, plan.seconds)]);
    }
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]));
}

interface Plan {
  warmUpSeconds: number;
  rounds: number;
  seconds: number;
}

/** One kind alone: how long the renderer takes for one message. */
function microsecondsOf(texts: readonly string[], renderText: Render, plan: Plan): number {
  measure(renderText, texts, plan.seconds / 2);
  return 1e6 / measure(renderText, texts, plan.seconds / 2);
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan: Plan = options.quick
    ? { warmUpSeconds: 1, rounds: 3, seconds: 0.1 }
    : { warmUpSeconds: 8, rounds: 9, seconds: 1 };
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const { marked } = await import('marked');
  const markdownIt = new MarkdownIt();
  const ours: Render = (text) => render(text, CONTEXT).html;
  const bare: Render = (text) => markdownIt.render(text);
  const renderers = { ours, 'markdown-it': bare, marked: (text: string) => marked.parse(text, { async: false }) };
  const html = ours(MIX[2]?.[2] ?? '');
  if (!html.includes('data-user-id="31"') || !html.includes('bugs.example.net/42'))
    throw new Error(`Rendered: ${html}`);
  progress('markdown: renderers in turn');
  const rates = compare(renderers, mixedTexts(), plan);
  const rateOf = (name: keyof typeof renderers): number => rates.get(name) ?? Number.NaN;
  progress('markdown: kinds of messages');
  return {
    benchmark: 'markdown',
    checks: ['a mention and a linkifier are resolved'],
    yardsticks,
    tables: [
      {
        title: 'A realistic mix, messages/s, one process',
        rows: [...rates].map(([name, rate]) => ({
          renderer: name,
          'messages/s': rate,
          'µs/message': 1e6 / rate,
          'against markdown-it': rate / rateOf('markdown-it'),
        })),
      },
      {
        title: 'Kinds of messages, µs each',
        rows: MIX.map(([kind, share, text]) => ({
          kind,
          'of 100': share,
          characters: text.length,
          ours: microsecondsOf([text], ours, plan),
          'markdown-it': microsecondsOf([text], bare, plan),
        })),
      },
    ],
    targets: [
      {
        name: 'rate against markdown-it',
        reached: rateOf('ours') / rateOf('markdown-it'),
        target: 0.5,
        unit: '',
        atMost: false,
      },
    ],
  };
}

/** What rendering a message costs, against a general renderer that does less. */
export const markdown: Benchmark = { name: 'markdown', run };
