import type { NatsHintTransport } from '@stoa/changes';
import { UnavailableError } from '@stoa/errors';
import { EventQueues, slotOf } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { RememberedPolls } from './remembered-polls';
import { HeldPolls } from './held-polls';

const TRY_MS = 5_000;
const POLLS = 50;
/** Hold and spread, the patience, the last try, and a second for each of the rounds between tries. */
const LONGEST_MS = 1_000 + 10_000 + 20_000 + TRY_MS + 4_000;

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
      new RememberedPolls(),
      new Metrics({ service: 'gateway', replica: '1' }),
    );
    polls.onApplicationBootstrap();
    // Each draws a time of its own: more of them than are asked about at once (PROBES).
    const errors: unknown[] = [];
    for (let user = 1; user <= POLLS; user += 1) {
      const answer = {
        isOpen: true,
        onAbort: () => undefined,
        succeed: () => undefined,
        fail: (error: unknown) => void errors.push(error),
      };
      polls.park(polls.begin({ slot: slotOf(0, user), queueId: `queue ${user}`, userId: user }, answer));
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect(errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(LONGEST_MS - 20_000);
    expect(errors).toHaveLength(POLLS);
    expect(errors.every((error) => error instanceof UnavailableError)).toBe(true);
    polls.stop();
  });
});
