import { pollEvents } from '@stoa/contracts/queues';
import type { RequestOf } from '@stoa/contracts/rpc';
import { NatsHintTransport, REVOKED_SUBJECT } from '@stoa/changes';
import { EventQueues, slotOf } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { NatsConnection } from '@stoa/rpc';
import { TestServers, eventually } from '@stoa/testing';
import type { UserContext } from '../http/request-context';
import { AppendedQueues, QueueServers, startQueueServers } from '../test-support/appended-queues';
import { RecordedAnswer } from '../test-support/recorded-answer';
import type { DelayedFailures } from './delayed-failures';
import type { EventStreams } from './event-streams';
import { EventsController } from './events.controller';
import { FailingPolls } from './failing-polls';
import { HeldPolls } from './held-polls';
import { KeptQueues } from './kept-queues';
import { PollRefusals } from './poll-refusals';
import { QueuePolls } from './queue-polls';
import type { QueueRegistration } from './queue-registration';
import { RememberedPolls } from './remembered-polls';

const USER = 5;
const slot = slotOf(0, USER);
const HOLD_SECONDS = 45;
/** A poll that has events answers within this time, whatever became of its wake (docs/operate/reliability.md). */
const SOON_MS = 5_000;
const logger = createLogger({ service: 'gateway', replica: 1, level: 'silent' });

/** What a gateway has for polls. */
interface Gateway {
  polls: HeldPolls;
  kept: KeptQueues;
  controller: EventsController;
}

describe('KeptQueues', () => {
  let started: QueueServers;
  let servers: TestServers;
  let queues: EventQueues;
  let nats: NatsConnection;
  let transport: NatsHintTransport;
  let appended: AppendedQueues;
  let gateways: Gateway[];
  let queueId: string;
  let appendedCount: number;
  /** Polls that Redis was asked about. */
  let asked: number;
  let skewMs = 0;

  beforeAll(async () => {
    started = await startQueueServers(slot);
    ({ servers, queues, nats, transport, appended } = started);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + skewMs);
    const { reader } = queues;
    const poll = reader.poll.bind(reader);
    vi.spyOn(reader, 'poll').mockImplementation((request) => {
      asked += 1;
      return poll(request);
    });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await started.stop();
  });

  beforeEach(async () => {
    gateways = [];
    queueId = await appended.open(USER);
    appendedCount = 0;
    asked = 0;
    skewMs = 0;
  });
  afterEach(async () => {
    await Promise.all(gateways.flatMap(({ polls, kept }) => [polls.drain(), kept.drain()]));
    for (const { polls, kept } of gateways) {
      polls.stop();
      kept.stop();
    }
  });

  async function gateway(): Promise<Gateway> {
    const metrics = new Metrics({ service: 'gateway', replica: '1' });
    const environment = { STOA_POLL_HOLD_SECONDS: HOLD_SECONDS };
    const remembered = new RememberedPolls();
    const polls = new HeldPolls(queues, transport, logger, environment, remembered, metrics);
    const kept = new KeptQueues(queues, transport, polls, logger, environment, metrics);
    const unused = {} as EventStreams & DelayedFailures & QueueRegistration;
    const refusals = new PollRefusals(new FailingPolls(), unused);
    const queuePolls = new QueuePolls(queues, polls, kept, refusals);
    const controller = new EventsController(queues, polls, unused, queuePolls, refusals, remembered, unused);
    polls.onApplicationBootstrap();
    kept.onApplicationBootstrap();
    await nats.flush();
    gateways.push({ polls, kept, controller });
    return { polls, kept, controller };
  }

  /** A client's poll, which is answered at once or waits. */
  async function poll({ controller }: Gateway, lastEventId: number, userId = USER): Promise<RecordedAnswer> {
    const answer = new RecordedAnswer();
    const ctx = {
      actor: { partition: slot.partition, userId, realmId: 1 },
      http: { wantsStream: false, headers: {}, hold: () => answer, plain: () => undefined },
    } as unknown as UserContext;
    const params = { queue_id: queueId, last_event_id: lastEventId, dont_block: false };
    const now = await controller.poll(ctx, params as RequestOf<typeof pollEvents>);
    if ('text' in now && now !== answer) answer.succeed(now);
    return answer;
  }

  async function append({ losesWakes = false } = {}): Promise<number> {
    appendedCount += 1;
    return appended.append(queueId, `{"type":"n${appendedCount}"}`, { losesWakes });
  }

  async function next(at: Gateway, lastEventId: number): Promise<{ id: number; type: string }[]> {
    const answer = await poll(at, lastEventId);
    await eventually(() => answer.text);
    return answer.events ?? [];
  }

  /** A client whose last event was 1, and whose queue is kept. */
  async function keep(at: Gateway): Promise<void> {
    for (const last of [-1, 0]) {
      const answer = await poll(at, last);
      await append();
      await eventually(() => answer.text);
    }
    expect(at.kept.find(queueId, USER)).toBeDefined();
    asked = 0;
  }

  /** The process' clock jumps, until the end of the test. */
  function later(ms: number): void {
    skewMs += ms;
  }

  it('come back without a question to Redis', async () => {
    const at = await gateway();
    await keep(at);
    for (const last of [1, 2, 3]) {
      const answer = await poll(at, last);
      expect(at.kept.size).toBe(1);
      await append();
      await eventually(() => answer.text);
      expect(answer.text).toBe(`{"events":[{"id":${last + 1},"type":"n${last + 2}"}],"queue_id":"${queueId}"}`);
    }
    expect([asked, at.kept.size]).toEqual([0, 0]);
  });

  it('answer at once what came while no poll waited, and again to a client that did not get it', async () => {
    const at = await gateway();
    await keep(at);
    await append();
    await append();
    const kept = at.kept.find(queueId, USER);
    await eventually(() => kept?.events.length === 3);
    for (let times = 0; times < 2; times += 1) expect((await next(at, 1)).map(({ id }) => id)).toEqual([2, 3]);
    expect((await next(at, 2)).map(({ id }) => id)).toEqual([3]);
    expect(asked).toBe(0);
  });

  it('belong to their user, whoever else asks for them', async () => {
    const at = await gateway();
    await keep(at);
    const answer = await poll(at, 1);
    const stranger = USER + 1;
    expect(slotOf(0, stranger)).toEqual(slot);
    expect(at.kept.find(queueId, stranger)).toBeUndefined();
    const strange = await poll(at, 1, stranger).catch((error: unknown) => error);
    expect(strange).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
    await append();
    await eventually(() => answer.text);
    expect(answer.events).toMatchObject([{ id: 2 }]);
  });

  it('tell Redis from time to time what clients have', async () => {
    const at = await gateway();
    await keep(at);
    const answer = await poll(at, 1);
    const kept = at.kept.find(queueId, USER);
    expect(kept).toMatchObject({ acknowledged: 1, pruned: 0 });
    later(10_000);
    await eventually(() => kept?.pruned === 1);
    await append();
    await eventually(() => answer.text);
    expect(answer.events).toMatchObject([{ id: 2 }]);
    expect(await elsewhere(0)).toEqual({ status: 'pruned' });
  });

  /** Asks Redis for events after one, as nobody who holds the queue. */
  function elsewhere(lastEventId: number) {
    const request = { slot, queueId, userId: USER, lastEventId, dontBlock: true, gatewayId: 'elsewhere', nonce: 'n' };
    return queues.reader.poll(request);
  }

  it('refuse older events as Redis does', async () => {
    const at = await gateway();
    await keep(at);
    await poll(at, 1);
    const message = 'An event newer than 0 has already been pruned!';
    await expect(poll(at, 0)).rejects.toThrow(message);
  });

  it('are asked about within seconds when a wake is lost', async () => {
    const at = await gateway();
    await keep(at);
    const answer = await poll(at, 1);
    await append({ losesWakes: true });
    await eventually(() => answer.text, { timeoutMs: SOON_MS });
    expect(answer.events).toMatchObject([{ id: 2 }]);
    const next = await poll(at, 2);
    await append({ losesWakes: true });
    await eventually(() => next.text, { timeoutMs: SOON_MS });
    expect(next.events).toMatchObject([{ id: 3 }]);
  });

  it('notice at once that something is missing before what comes', async () => {
    const at = await gateway();
    await keep(at);
    const answer = await poll(at, 1);
    await append({ losesWakes: true });
    await append();
    await eventually(() => answer.text, { timeoutMs: 1_000 });
    expect(answer.events).toMatchObject([{ id: 2 }, { id: 3 }]);
  });

  it('are given up to a poll that comes elsewhere, and not kept again for clients that roam', async () => {
    const [first, second] = [await gateway(), await gateway()];
    await keep(first);
    const older = await poll(first, 1);
    const newer = await poll(second, 1);
    await eventually(() => older.text);
    expect([older.events, first.kept.find(queueId, USER)]).toEqual([[], undefined]);
    await append();
    await eventually(() => newer.text);
    expect(newer.events).toMatchObject([{ id: 2 }]);
    // Kept at the second one in vain.
    await poll(second, 2);
    expect(second.kept.find(queueId, USER)).toBeDefined();
    await poll(first, 2);
    await eventually(() => second.kept.find(queueId, USER) === undefined);
    await poll(second, 2);
    expect(second.kept.find(queueId, USER)).toBeUndefined();
  });

  it('end with their client, and when it does not come back', async () => {
    const at = await gateway();
    await keep(at);
    const answer = await poll(at, 1);
    answer.disconnect();
    await eventually(async () => (await append()) === 0);
    await keepAgain(at);
    later(6_000);
    await eventually(async () => (await append()) === 0);
    expect(at.kept.find(queueId, USER)).toBeUndefined();
  });

  /** For a client that was away and has everything now. */
  async function keepAgain(at: Gateway): Promise<void> {
    const last = (await next(at, 1)).at(-1)?.id ?? 1;
    const answer = await poll(at, last);
    await append();
    await eventually(() => answer.text);
    expect(at.kept.find(queueId, USER)).toBeDefined();
  }

  it('answer with a heartbeat after their time', async () => {
    const at = await gateway();
    await keep(at);
    const answer = await poll(at, 1);
    later((HOLD_SECONDS + 11) * 1_000);
    await eventually(() => answer.text);
    expect(answer.events).toEqual([{ id: 2, type: 'heartbeat' }]);
    expect((await poll(at, 2)).isOpen).toBe(true);
    await append();
    expect((await next(at, 2)).map(({ type }) => type)).toEqual(['n3']);
  });

  it('end when the keys of their user are revoked', async () => {
    const at = await gateway();
    await keep(at);
    const answer = await poll(at, 1);
    transport.publish(REVOKED_SUBJECT, Buffer.from(JSON.stringify([USER])));
    await eventually(() => answer.text);
    expect([answer.events, at.kept.find(queueId, USER)]).toEqual([[], undefined]);
  });

  it('answer and close connections when the gateway stops, and then keep nothing', async () => {
    const at = await gateway();
    await keep(at);
    const answer = await poll(at, 1);
    await at.kept.drain();
    expect([answer.events, answer.closes, at.kept.size]).toEqual([[], true, 0]);
    expect(at.kept.isWanted(queueId)).toBe(false);
  });

  it('wait for Redis, and fail when it does not come back', async () => {
    const at = await gateway();
    await keep(at);
    const patient = await poll(at, 1);
    await servers.redis.kill();
    later(31_000);
    const kept = at.kept.find(queueId, USER);
    await eventually(() => kept?.failingSince !== undefined, { timeoutMs: SOON_MS });
    expect(patient.isOpen).toBe(true);
    later(20_000);
    await eventually(() => patient.error, { timeoutMs: SOON_MS });
    expect(patient.error).toMatchObject({ name: 'UnavailableError' });
    await servers.redis.start();
    await eventually(async () => (await queues.keeper.confirmRunId(slot)) === 'confirmed');
  });

  it.each([0, 0.02, 0.2])(
    'lose nothing and bring nothing twice, whatever is lost, and if %s of polls change the gateway',
    async (roaming) => {
      const at = [await gateway(), await gateway()] as const;
      const random = seeded(Number(process.env.STOA_TEST_SEED ?? 1));
      const got: string[] = [];
      let [last, home, polls]: [number, 0 | 1, number] = [-1, 0, 0];
      const take = (events: RecordedAnswer['events']): void => {
        for (const { id, type } of events ?? []) {
          expect(id).toBeGreaterThan(last);
          last = id;
          got.push(type);
        }
      };
      for (polls = 0; polls < 150; polls += 1) {
        if (random() < roaming) home = home === 0 ? 1 : 0;
        const answer = await poll(at[home], last);
        if (answer.isOpen && random() < 0.05) {
          answer.disconnect();
          continue;
        }
        const count = Math.floor(random() * 3) + (answer.isOpen ? 1 : 0);
        for (let index = 0; index < count; index += 1) await append({ losesWakes: index > 0 && random() < 0.1 });
        // Some clients ask again before they have an answer; other answers do not reach them.
        if (random() < 0.05) continue;
        await eventually(() => answer.text, { timeoutMs: SOON_MS });
        if (random() < 0.05) continue;
        take(answer.events);
      }
      while (got.length < appendedCount) take(await next(at[0], last));
      expect(got).toEqual(Array.from({ length: appendedCount }, (_, index) => `n${index + 1}`));
      if (roaming === 0) expect(asked).toBeLessThan(polls / 2);
    },
  );
});

/** Numbers from 0 to 1, the same ones for a seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
