import { KeptValues } from '../kept/kept-values';
import { eventually } from '../test-support/eventually';
import { keptValues, resetKept } from '../test-support/kept-memory';
import { Outbox, type Recipient } from './outbox';
import type { Ownership } from './ownership';

vi.mock('idb-keyval', () => import('../test-support/kept-memory'));

interface Attempt {
  key: string | null;
  content: string | null;
  localId: string | null;
  queueId: string | null;
}

const TOPIC: Recipient = { type: 'channel', channelId: 4, topic: 'logo' };

describe('Outbox', () => {
  let attempts: Attempt[];
  /** What the service does with each attempt; a success unless said. */
  let answers: (() => Promise<Response>)[];
  let reported: unknown[];
  let leaving: AbortController;

  const refused = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }));
  const unreachable = () => Promise.reject(new TypeError('no network'));
  let arrival: (messageId: number) => Promise<void>;
  let told: [content: string, policy: number | undefined][];
  /** Messages that another tab has. */
  let othersKeys: Map<string, Promise<void>>;
  let isOnline: boolean;
  let queueId: string | undefined;
  /** Who hears of messages that are kept. */
  let listeners: ((key: string) => void)[];
  const ownership: Ownership = {
    take: (key) => Promise.resolve(!othersKeys.has(key)),
    await: (key) => othersKeys.get(key) ?? Promise.resolve(),
    release: () => undefined,
    announce: (key) => listeners.forEach((listener) => listener(key)),
    listen: (listener) => void listeners.push(listener),
  };
  const outboxOf = (owner = 'host 7') =>
    new Outbox({
      kept: new KeptValues(owner),
      signal: leaving.signal,
      ownership,
      arrival: (id) => arrival(id),
      onSent: ({ content }, policy) => told.push([content, policy]),
      queueId: () => queueId,
    });
  const isEmpty = (outbox: Outbox) => eventually(() => expect(outbox.messages.get()).toEqual([]));

  beforeEach(() => {
    resetKept();
    arrival = () => Promise.resolve();
    told = [];
    [othersKeys, isOnline, listeners, queueId] = [new Map(), true, [], undefined];
    [attempts, answers, reported, leaving] = [[], [], [], new AbortController()];
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('navigator', {
      get onLine() {
        return isOnline;
      },
    });
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    vi.stubGlobal('fetch', (_url: string, { body, headers }: { body: URLSearchParams; headers: HeadersInit }) => {
      attempts.push({
        key: new Headers(headers).get('idempotency-key'),
        content: body.get('content'),
        localId: body.get('local_id'),
        queueId: body.get('queue_id'),
      });
      return answers.shift()?.() ?? Promise.resolve(Response.json({ result: 'success', msg: '', id: 1 }));
    });
  });
  afterEach(() => {
    leaving.abort();
    vi.unstubAllGlobals();
  });

  it('sends what is written, in the order of writing within a conversation', async () => {
    const outbox = outboxOf();
    answers = [unreachable, unreachable];
    await Promise.all(['one', 'two', 'three'].map((content) => outbox.send(TOPIC, content)));
    await isEmpty(outbox);
    expect(attempts.map(({ content }) => content)).toEqual(['one', 'one', 'one', 'two', 'three']);
    expect(keptValues()).toEqual([]);
  });

  it('tells once of each message that the service has, and what it did to the topic', async () => {
    const outbox = outboxOf();
    const followed = { result: 'success', msg: '', id: 11, automatic_new_visibility_policy: 3 };
    answers = [unreachable, () => Promise.resolve(Response.json(followed))];
    await Promise.all(['one', 'two'].map((content) => outbox.send(TOPIC, content)));
    await isEmpty(outbox);
    expect(told).toEqual([
      ['one', 3],
      ['two', undefined],
    ]);
  });

  it('knows its own messages again, by the event or by the answer', async () => {
    const outbox = outboxOf();
    queueId = 'queue';
    // The event may come first.
    let answer: (response: Response) => void = () => undefined;
    answers = [() => new Promise((resolve) => (answer = resolve))];
    arrival = () => new Promise(() => undefined);
    await outbox.send(TOPIC, 'one');
    const [{ key = '' } = {}] = outbox.messages.get();
    outbox.recognize([
      { id: 40, localId: 'of another tab' },
      { id: 41, localId: key },
    ]);
    expect([outbox.idOf(key), outbox.keyOf(41), outbox.keyOf(40)]).toEqual([41, key, undefined]);
    answer(Response.json({ result: 'success', msg: '', id: 41 }));
    await outbox.send(TOPIC, 'two');
    await eventually(() => expect(outbox.messages.get().map(({ state }) => state)).toEqual(['sent', 'sent']));
    const [, second] = outbox.messages.get();
    expect(outbox.keyOf(1)).toBe(second?.key);
    expect(attempts.map((attempt) => [attempt.localId === attempt.key, attempt.queueId])).toEqual([
      [true, 'queue'],
      [true, 'queue'],
    ]);
  });

  it('names the queue that it named first, as another request under one key would be refused', async () => {
    queueId = 'first';
    const outbox = outboxOf();
    answers = [unreachable];
    await outbox.send(TOPIC, 'one');
    queueId = 'second';
    await isEmpty(outbox);
    expect(attempts.map((attempt) => attempt.queueId)).toEqual(['first', 'first']);
  });

  it('shows what was sent until the message itself is there, and sends the next one meanwhile', async () => {
    const outbox = outboxOf();
    const arrived = new Map<number, () => void>();
    arrival = (id) => new Promise((resolve) => arrived.set(id, resolve));
    const accepted = (id: number) => () => Promise.resolve(Response.json({ result: 'success', msg: '', id }));
    answers = [accepted(11), accepted(12)];
    await Promise.all(['one', 'two'].map((content) => outbox.send(TOPIC, content)));
    const shown = () => outbox.messages.get().map(({ content, state }) => `${content} ${state}`);
    await eventually(() => expect(shown()).toEqual(['one sent', 'two sent']));
    await eventually(() => expect(keptValues()).toEqual([]));
    arrived.get(11)?.();
    await eventually(() => expect(shown()).toEqual(['two sent']));
    arrived.get(12)?.();
    await isEmpty(outbox);
  });

  it('repeats an attempt whose outcome nobody knows under the same key', async () => {
    const outbox = outboxOf();
    const busy = { result: 'error', msg: 'x', code: 'SERVICE_UNAVAILABLE' };
    answers = [unreachable, refused(503, busy), refused(409, { ...busy, code: 'IDEMPOTENT_REQUEST_IN_PROGRESS' })];
    await outbox.send(TOPIC, 'once');
    await isEmpty(outbox);
    expect(attempts).toHaveLength(4);
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
    expect(attempts[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('keeps what was refused with the reason, and lets later messages pass', async () => {
    const outbox = outboxOf();
    answers = [refused(400, { result: 'error', msg: 'You may not.', code: 'BAD_REQUEST' })];
    await outbox.send(TOPIC, 'refused');
    await outbox.send(TOPIC, 'later');
    await eventually(() => expect(attempts).toHaveLength(2));
    await eventually(() => expect(outbox.messages.get()).toHaveLength(1));
    const [failed] = outbox.messages.get();
    expect(failed).toMatchObject({ content: 'refused', state: 'failed', failure: 'You may not.' });
    await outbox.retry(failed?.key ?? '');
    await isEmpty(outbox);
    expect(attempts[2]).toEqual(attempts[0]);
  });

  it('goes on after the page was closed, with what its own account wrote', async () => {
    answers = [() => new Promise<Response>(() => undefined)];
    await outboxOf().send(TOPIC, 'closed before the answer');
    await outboxOf('host 8').resume();
    expect(attempts).toHaveLength(1);
    const next = outboxOf();
    await next.resume();
    await isEmpty(next);
    expect(attempts[1]).toEqual(attempts[0]);
    expect(keptValues()).toEqual([]);
  });

  it('sends although the browser stores nothing, and says so', async () => {
    resetKept({ broken: true });
    const outbox = outboxOf();
    await outbox.resume();
    await outbox.send(TOPIC, 'anyway');
    await isEmpty(outbox);
    expect(attempts).toHaveLength(1);
    expect(reported.length).toBeGreaterThan(0);
  });

  it('takes back what went nowhere, and then sends the next one', async () => {
    const outbox = outboxOf();
    isOnline = false;
    answers = Array.from({ length: 500 }, () => unreachable);
    await outbox.send(TOPIC, 'a slip');
    await outbox.send(TOPIC, 'later');
    await eventually(() => {
      expect(outbox.messages.get()[0]?.state).toBe('waiting');
      const [slip, later] = outbox.messages.get();
      expect([slip?.isHeld, later?.isHeld]).toEqual([true, true]);
    });
    [isOnline, answers] = [true, []];
    const before = attempts.length;
    expect(outbox.withdraw(outbox.messages.get()[0]?.key ?? '')).toBe(true);
    await isEmpty(outbox);
    expect(attempts.slice(before).map(({ content }) => content)).toEqual(['later']);
    expect(keptValues()).toEqual([]);
  });

  it('takes back what was told to come later, as long as nobody may have it', async () => {
    const outbox = outboxOf();
    const busy = refused(429, { result: 'error', msg: 'x', code: 'RATE_LIMIT_HIT' });
    answers = [busy, unreachable, busy, () => new Promise<Response>(() => undefined)];
    const held: (boolean | undefined)[] = [];
    outbox.messages.subscribe(() => {
      const [message] = outbox.messages.get();
      if (message?.state === 'waiting') held.push(message.isHeld);
    });
    await outbox.send(TOPIC, 'maybe');
    await eventually(() => expect(attempts).toHaveLength(4));
    expect([held[0], ...new Set(held.slice(1))]).toEqual([true, undefined]);
    const [message] = outbox.messages.get();
    expect(outbox.withdraw(message?.key ?? '')).toBe(false);
    expect(outbox.messages.get()).toHaveLength(1);
  });

  it('does not take back what is being sent, nor what was kept from before', async () => {
    answers = [() => new Promise<Response>(() => undefined), () => new Promise<Response>(() => undefined)];
    const outbox = outboxOf();
    await outbox.send(TOPIC, 'under way');
    await eventually(() => expect(attempts).toHaveLength(1));
    const again = outboxOf();
    await again.resume();
    for (const each of [outbox, again]) expect(each.withdraw(each.messages.get()[0]?.key ?? '')).toBe(false);
  });

  it('leaves to another tab what that sends, and goes on with it when the tab is closed', async () => {
    answers = [() => new Promise<Response>(() => undefined), () => new Promise<Response>(() => undefined)];
    const closed = outboxOf();
    await closed.send(TOPIC, 'of a closed tab');
    await closed.send({ type: 'direct', userIds: [9] }, 'delivered there');
    await eventually(() => expect(attempts).toHaveLength(2));
    const [left, delivered] = closed.messages.get();
    let close: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => (close = resolve));
    for (const message of [left, delivered]) othersKeys.set(message?.key ?? '', isClosed);
    const outbox = outboxOf();
    await outbox.resume();
    expect(outbox.messages.get()).toEqual([]);
    await new KeptValues('host 7').remove('outbox', delivered?.key ?? '');
    close();
    await eventually(() => expect(attempts).toHaveLength(3));
    expect(attempts[2]).toEqual(attempts[0]);
    await isEmpty(outbox);
  });

  it('goes on with what another tab wrote after this one had started, when that is closed', async () => {
    const outbox = outboxOf();
    await outbox.resume();
    answers = [() => new Promise<Response>(() => undefined)];
    let close: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => (close = resolve));
    vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce('00000000-0000-4000-8000-000000000001');
    othersKeys.set('00000000-0000-4000-8000-000000000001', isClosed);
    await outboxOf().send(TOPIC, 'of a tab that was closed later');
    await eventually(() => expect(attempts).toHaveLength(1));
    expect(outbox.messages.get()).toEqual([]);
    close();
    await eventually(() => expect(attempts).toHaveLength(2));
    expect(attempts[1]).toEqual(attempts[0]);
    await isEmpty(outbox);
  });

  it('keeps nothing of an account that was left', async () => {
    const kept = new KeptValues('host 7');
    const outbox = outboxOf();
    answers = [
      refused(401, { result: 'error', msg: 'Not logged in', code: 'UNAUTHORIZED' }),
      () =>
        new Promise((_resolve, reject) => leaving.signal.addEventListener('abort', () => reject(new Error('left')))),
    ];
    await outbox.send(TOPIC, 'a secret');
    await eventually(() => expect(outbox.messages.get()[0]?.state).toBe('waiting'));
    await kept.clear();
    await eventually(() => expect(attempts).toHaveLength(2));
    leaving.abort();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(keptValues()).toEqual([]);
  });

  it('does not send what the service may have and has forgotten, unless somebody wants that', async () => {
    answers = [() => new Promise<Response>(() => undefined)];
    await outboxOf().send(TOPIC, 'of the day before yesterday');
    await eventually(() => expect(attempts).toHaveLength(1));
    const [kept] = keptValues() as { key: string }[];
    await new KeptValues('host 7').set('outbox', kept?.key ?? '', { ...kept, writtenAt: Date.now() - 48 * 3_600_000 });
    const outbox = outboxOf();
    await outbox.resume();
    await eventually(() => expect(outbox.messages.get()[0]?.state).toBe('failed'));
    expect(attempts).toHaveLength(1);
    await outbox.retry(kept?.key ?? '');
    await isEmpty(outbox);
    expect(attempts[1]).toEqual(attempts[0]);
  });
});
