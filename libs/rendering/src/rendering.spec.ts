import { UnavailableError } from '@stoa/errors';
import { AlertWordIndex, type RenderContext, compileLinkifiers, render } from '@stoa/markdown';
import { Metrics, forCaller } from '@stoa/observability';
import { pino } from 'pino';
import { isHeavy } from './render-cost';
import { RenderPool, type RenderPoolOptions } from './render-pool';
import { createTask } from './render-task';
import { Rendering, type RenderingParts } from './rendering';

const log = pino({ enabled: false });
const metrics = (): Metrics => new Metrics({ service: 'test', replica: '1' });
const IDLE = { running: 0, waiting: 0 };
const withPool = (pool: RenderingParts['pool'], to = metrics()): Rendering => new Rendering({ pool, log, metrics: to });
const context: RenderContext = { realmUrl: 'https://chat.example.org' };
const linkifiers = (count: number) =>
  compileLinkifiers(
    Array.from({ length: count }, (_, index) => ({
      pattern: `T${index}-(?P<n>[0-9]+)`,
      urlTemplate: `https://t.example.net/${index}/{n}`,
    })),
  );
const LONG = 'a *b* '.repeat(1_600);
/** Takes seconds: hundreds of linkifiers, each of which looks at every one of many paragraphs. */
const endless = (): [string, RenderContext] => ['T1 \n\n'.repeat(100_000), { ...context, linkifiers: linkifiers(300) }];

describe('what is heavy', () => {
  it.each([
    ['a short text', 'hello *there*', {}, false],
    ['4,000 characters', 'a'.repeat(4_000), {}, false],
    ['more than that', 'a'.repeat(4_001), {}, true],
    ['fewer with linkifiers', 'a'.repeat(1_001), { linkifiers: linkifiers(30) }, true],
    ['a formula', 'so $$x$$', {}, true],
    ['a block of formulas', '```math\nx\n```', {}, true],
    ['one written differently', '~~~~ {.MATH}\nx', {}, true],
    ['code where math is the default', '```\nx\n```', { defaultCodeLanguage: 'Math' }, true],
    ['code of another language', '```py\nx\n```', {}, false],
  ])('%s', (_name, content, part: Partial<RenderContext>, expected) => {
    expect(isHeavy(content, { ...context, ...part })).toBe(expected);
  });
});

describe('Rendering', () => {
  const pools: RenderPool[] = [];
  const create = (options: Partial<RenderPoolOptions> = {}): { pool: RenderPool; rendering: Rendering } => {
    const pool = new RenderPool({
      threads: 1,
      threadsPerRealm: 1,
      deadlineMs: 60_000,
      longestWaitMs: 60_000,
      ...options,
    });
    pools.push(pool);
    return { pool, rendering: withPool(pool) };
  };

  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
  });

  it('renders small texts at once', async () => {
    const run = vi.fn<RenderPool['run']>();
    const result = await withPool({ run, load: IDLE }).render('*a*', context);
    expect(result.html).toBe('<p><em>a</em></p>');
    expect(run).not.toHaveBeenCalled();
  });

  it('gives from a thread exactly what it gives at once', async () => {
    const { rendering } = create();
    const everything: RenderContext = {
      realmUrl: context.realmUrl,
      linkifiers: linkifiers(2),
      alertWords: new AlertWordIndex([
        { userId: 4, word: 'deploy' },
        { userId: 5, word: 'hidden' },
      ]),
      customEmoji: new Map([
        ['cat', { sourceUrl: '/cat.png' }],
        ['unused', { sourceUrl: '/u.png' }],
      ]),
      usersByName: new Map([['ada', { id: 31, fullName: 'Ada', isActive: true }]]),
      uploads: new Map([['2/ab/f.png', { contentType: 'image/png', image: { width: 4, height: 2, animated: false } }]]),
      hasMediaPreviews: true,
      hasPagePreviews: true,
      pagePreviews: new Map([
        ['https://p.example.net', { kind: 'card', title: 'T', description: '', imageUrl: 'https://i.example.net' }],
      ]),
      mediaProxyKey: 'key',
    };
    const source = `@**Ada** T1-5 deploy :cat: $$x^2$$ [f](/user_uploads/2/ab/f.png) https://p.example.net https://q.example.net\n\`\`\`\nhidden\n\`\`\``;
    const inThread = await rendering.render(source, everything);
    expect(inThread).toEqual(render(source, everything));
    expect(inThread).toMatchObject({
      alertWordUserIds: [4],
      mentionedUserIds: [31],
      linksWantingPreview: ['https://t.example.net/1/5', 'https://q.example.net'],
    });
    expect([...(createTask(source, everything).context.customEmoji?.keys() ?? [])]).toEqual(['cat']);
  });

  it('leaves the event loop free while a thread works', async () => {
    const { pool, rendering } = create();
    let served = 0;
    const heavy = rendering.render(LONG, context);
    while (pool.load.running > 0) {
      await new Promise(setImmediate);
      served += 1;
    }
    await heavy;
    expect(served).toBeGreaterThan(1);
  });

  it('refuses a text that takes longer than the deadline, and renders the next one', async () => {
    const { rendering } = create({ deadlineMs: 50 });
    const [content, busy] = endless();
    await expect(rendering.render(content, busy)).rejects.toMatchObject({
      status: 400,
      message: 'Unable to render message',
    });
    const patient = create();
    expect((await patient.rendering.render(LONG, context)).html).toContain('<em>b</em>');
  });

  it('replaces a thread that was ended', async () => {
    const { pool, rendering } = create();
    const aborted = new AbortController();
    const run = pool.run(createTask(...endless()), aborted.signal);
    aborted.abort();
    await expect(run).rejects.toThrow();
    expect((await rendering.render(LONG, context)).html).toContain('<em>b</em>');
  });

  it('refuses what does not fit on the wire', async () => {
    const table = `|${'a|'.repeat(1500)}\n|${'-|'.repeat(1500)}\n${'x\n'.repeat(2000)}`;
    await expect(create().rendering.render(table, context)).rejects.toMatchObject({
      message: 'Unable to render message',
    });
  });

  it('leaves a thread to others while an organization has texts that take long', async () => {
    const { pool, rendering } = create({ threads: 2 });
    const aborted = new AbortController();
    const runs = Promise.allSettled([1, 2, 3].map(() => pool.run(createTask(...endless()), aborted.signal)));
    const others = { realmUrl: 'https://other.example.org' };
    expect((await rendering.render(LONG, others)).html).toContain('<em>b</em>');
    expect(pool.load).toEqual({ running: 1, waiting: 2 });
    aborted.abort();
    expect((await runs).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it("renders a colleague's text before the further ones of a user who sends many", async () => {
    const { rendering } = create();
    const order: string[] = [];
    const ask = (userId: number, name: string) =>
      forCaller({ realmId: 1, userId }, () => rendering.render(LONG, context)).then(() => order.push(name));
    const many = Array.from({ length: 5 }, () => ask(1, 'greedy'));
    await Promise.all([...many, ask(2, 'colleague')]);
    expect(order.indexOf('colleague')).toBe(1);
  });

  it('bounds the texts that wait', async () => {
    const { pool, rendering } = create();
    const all = Array.from({ length: 40 }, () => rendering.render(LONG, context));
    expect(pool.load).toEqual({ running: 1, waiting: 16 });
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(40 - 17);
    expect(refused[0]).toMatchObject({ reason: { status: 429 } });
  });

  it('tells a busy pool from a text that cannot be rendered', async () => {
    const busy = new UnavailableError('busy');
    await expect(withPool({ run: () => Promise.reject(busy), load: IDLE }).render(LONG, context)).rejects.toBe(busy);
    const broken = withPool({ run: () => Promise.reject(new Error('ended')), load: IDLE });
    await expect(broken.render(LONG, context)).rejects.toMatchObject({ message: 'Unable to render message' });
  });

  it('prints nothing of what it renders', async () => {
    const written = vi.spyOn(process.stderr, 'write');
    const { rendering } = create();
    expect((await rendering.render('$$🎉$$', context)).html).toContain('🎉');
    expect(written.mock.calls.flat().join('')).not.toContain('🎉');
    written.mockRestore();
  });

  it('counts where texts are rendered', async () => {
    const to = metrics();
    const rendering = withPool(
      {
        run: ({ content }) =>
          content.includes('ok')
            ? Promise.resolve({ result: render('', context), alertText: '' })
            : Promise.reject(new Error()),
        load: { running: 2, waiting: 5 },
      },
      to,
    );
    await rendering.render('small', context);
    await rendering.render('$$ok$$', context);
    await expect(rendering.render('$$x$$', context)).rejects.toThrow();
    const shown = await to.text(['stoa_renderings_total', 'stoa_rendering_waiting']);
    for (const where of ['process', 'thread', 'failed'])
      expect(shown).toMatch(new RegExp(`total{where="${where}"[^}]*} 1\n`));
    expect(shown).toMatch(/waiting{[^}]*} 5\n/);
  });
});
