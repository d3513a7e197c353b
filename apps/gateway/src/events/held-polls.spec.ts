import type { NatsHintTransport } from '@stoa/changes';
import { UnavailableError } from '@stoa/errors';
import { EventQueues, slotOf } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { HeldPolls } from './held-polls';

const TRY_MS = 5_000;
/** Hold and spread, the patience, and the last try. */
const LONGEST_MS = 1_000 + 10_000 + 20_000 + TRY_MS + 2_000;

describe('HeldPolls while Redis does not answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are told to come back some twenty seconds after their time, however long each try takes', async () => {
    const away = () =>
      new Promise<never>((_, reject) => setTimeout(() => reject(new UnavailableError('Redis is away')), TRY_MS));
    const reader = { heartbeat: away, findUnheld: away, unpark: away };
    const transport = { subscribe: () => ({ unsubscribe: () => undefined }), publish: () => undefined };
    const polls = new HeldPolls(
      { reader } as unknown as EventQueues,
      transport as unknown as NatsHintTransport,
      createLogger({ service: 'gateway', replica: 1, level: 'silent' }),
      { STOA_POLL_HOLD_SECONDS: 1 },
      new Metrics({ service: 'gateway', replica: '1' }),
    );
    polls.onApplicationBootstrap();
    let error: unknown;
    const answer = {
      isOpen: true,
      onAbort: () => undefined,
      succeed: () => undefined,
      fail: (e: unknown) => (error = e),
    };
    polls.park(polls.begin({ slot: slotOf(0, 5), queueId: 'queue', userId: 5 }, answer));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(LONGEST_MS - 20_000);
    expect(error).toMatchObject({ name: 'UnavailableError' });
    polls.stop();
  });
});
