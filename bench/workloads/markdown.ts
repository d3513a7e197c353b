import { AlertWordIndex, RenderContext, compileLinkifiers, mentionNameKey, render } from '@stoa/markdown';
import MarkdownIt from 'markdown-it';
import type { BenchCluster } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { progress } from '../support/progress';
import type { Report } from '../support/report';
import { measureYardsticks } from '../support/yardsticks';
import { measureRenderingDelay } from './rendering-delay';

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

/** Processor seconds of this process: other processes on the machine do not count. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Texts per second of processor time, over at least so many seconds of it; whole rounds only. */
function measure(renderText: Render, texts: readonly string[], seconds: number): number {
  const start = processorSeconds();
  let count = 0;
  let length = 0;
  let spent = 0;
  do {
    for (const text of texts) length += renderText(text).length;
    count += texts.length;
    spent = processorSeconds() - start;
  } while (spent < seconds);
  if (length === 0) throw new Error('Nothing was rendered');
  return count / spent;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

interface Comparison {
  rate: number;
  /** Median of the rounds' ratios to the renderer of the same round. */
  against: number;
}

/**
 * Renderers take turns in short rounds, so that all meet the same machine, and are compared within each round: what the
 * machine does besides weighs on both.
 */
function compare(
  renderers: Readonly<Record<string, Render>>,
  texts: readonly string[],
  { plan, yardstick }: { plan: Plan; yardstick: string },
): Map<string, Comparison> {
  const rounds: Record<string, number>[] = [];
  // A service renders for days; what counts is code that the engine has compiled.
  for (const renderText of Object.values(renderers)) measure(renderText, texts, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round += 1) {
    const rates = Object.entries(renderers).map(([name, each]) => [name, measure(each, texts, plan.seconds)] as const);
    rounds.push(Object.fromEntries(rates));
  }
  return new Map(
    Object.keys(renderers).map((name) => {
      const rate = median(rounds.map((rates) => rates[name] ?? Number.NaN));
      const against = median(rounds.map((rates) => (rates[name] ?? Number.NaN) / (rates[yardstick] ?? Number.NaN)));
      return [name, { rate, against }];
    }),
  );
}

interface Plan {
  warmUpSeconds: number;
  rounds: number;
  seconds: number;
}

/** One kind alone: how long the renderer takes for one message. */
function microsecondsOf(texts: readonly string[], renderText: Render, plan: Plan): number {
  measure(renderText, texts, plan.seconds);
  return 1e6 / measure(renderText, texts, plan.seconds);
}

/** Each kind alone. */
function kindsTable({ ours, bare, plan }: { ours: Render; bare: Render; plan: Plan }): Report['tables'][number] {
  return {
    title: 'Kinds of messages, µs each',
    rows: MIX.map(([kind, share, text]) => ({
      kind,
      'of 100': share,
      characters: text.length,
      ours: microsecondsOf([text], ours, plan),
      'markdown-it': microsecondsOf([text], bare, plan),
    })),
  };
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const plan: Plan = options.quick
    ? { warmUpSeconds: 1, rounds: 5, seconds: 0.05 }
    : { warmUpSeconds: 6, rounds: 41, seconds: 0.2 };
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
  const compared = compare(renderers, mixedTexts(), { plan, yardstick: 'markdown-it' });
  progress('markdown: kinds of messages');
  const ordinary = MIX.map(([, , text]) => text);
  const delay = await measureRenderingDelay(cluster, { ordinary, seconds: options.quick ? 2 : 15 });
  return {
    benchmark: 'markdown',
    checks: ['a mention and a linkifier are resolved'],
    yardsticks,
    tables: [
      {
        title: 'A realistic mix, by processor time of one process',
        rows: [...compared].map(([name, { rate, against }]) => ({
          renderer: name,
          'messages/s': rate,
          'µs/message': 1e6 / rate,
          'against markdown-it': against,
        })),
      },
      kindsTable({ ours, bare, plan }),
      { title: 'The event loop of the messages service, two hostile texts at a time in threads', rows: delay.rows },
    ],
    targets: [
      {
        name: 'rate against markdown-it',
        reached: compared.get('ours')?.against ?? Number.NaN,
        target: 0.5,
        unit: '',
        atMost: false,
      },
      {
        name: 'delay of the event loop that hostile texts add (p99)',
        reached: delay.addedMs,
        target: 20,
        unit: 'ms',
        atMost: true,
      },
    ],
  };
}

/** What rendering a message costs, against a general renderer that does less. */
export const markdown: Benchmark = { name: 'markdown', metersDelay: true, run };
