import { UnavailableError } from '@stoa/errors';
import { FindUnheldResult, MOST_CHECKED, Slot, slotName } from '@stoa/event-queue';
import { createLogger } from '@stoa/observability';
import { HoldCheck } from './hold-check';

const log = createLogger({ service: 'gateway', replica: 1, level: 'silent' });
const HERE: Slot = { partition: 0, number: 1 };
const THERE: Slot = { partition: 0, number: 2 };

interface Poll {
  slot: Slot;
  queueId: string;
  nonce: string;
}

function pollOf(name: string, slot = HERE): Poll {
  return { slot, queueId: `queue-${name}`, nonce: name };
}

function only(name: string, polls: readonly Poll[]): Poll[] {
  return polls.filter(({ nonce }) => nonce === name);
}

describe('HoldCheck', () => {
  let calls: { slot: string; nonces: string[] }[];
  let held: Set<Poll>;
  let unheld: string[];
  /** What Redis says of a slot's polls. */
  let answer: (slot: Slot, polls: readonly Poll[]) => Promise<FindUnheldResult<Poll>>;
  let check: HoldCheck<Poll>;

  beforeEach(() => {
    vi.useFakeTimers();
    [calls, held, unheld] = [[], new Set(), []];
    answer = () => Promise.resolve({ status: 'done', unheld: [] });
    const reader = {
      findUnheld: (slot: Slot, polls: readonly Poll[]) => {
        calls.push({ slot: slotName(slot), nonces: polls.map(({ nonce }) => nonce) });
        return answer(slot, polls);
      },
    };
    check = new HoldCheck<Poll>({
      ...{ queues: { reader }, log },
      isHeld: (poll) => held.has(poll),
      onUnheld: ({ nonce }) => unheld.push(nonce),
    });
    check.start();
  });
  afterEach(() => {
    check.stop();
    vi.useRealTimers();
  });

  function hold(...polls: Poll[]): void {
    for (const poll of polls) {
      held.add(poll);
      check.add(poll);
    }
  }
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

  it('asks about each held poll every three seconds, and reports what nothing would wake, once', async () => {
    hold(pollOf('a'), pollOf('b'));
    await seconds(3);
    expect(calls).toEqual([{ slot: 'p0s1', nonces: ['a', 'b'] }]);
    answer = (_slot, polls) => Promise.resolve({ status: 'done', unheld: only('b', polls) });
    await seconds(3);
    expect(unheld).toEqual(['b']);
    await seconds(3);
    expect(calls.at(-1)).toEqual({ slot: 'p0s1', nonces: ['a'] });
  });

  it('lets go of polls that were answered, also while Redis is being asked', async () => {
    const [answered, left] = [pollOf('a'), pollOf('b')];
    hold(answered, left);
    check.remove(left);
    answer = (_slot, polls) => {
      held.delete(answered);
      return Promise.resolve({ status: 'done', unheld: [...polls] });
    };
    await seconds(10);
    expect(calls).toEqual([{ slot: 'p0s1', nonces: ['a'] }]);
    expect(unheld).toEqual([]);
  });

  it.each([
    ['Redis is away', () => Promise.reject(new UnavailableError('away'))],
    ['its server is being settled', () => Promise.resolve({ status: 'run-id' as const })],
  ])('asks every second while %s', async (_name, refusal) => {
    hold(pollOf('a'));
    answer = refusal;
    await seconds(6);
    expect(calls).toHaveLength(4);
    answer = (_slot, polls) => Promise.resolve({ status: 'done', unheld: [...polls] });
    await seconds(1);
    expect(unheld).toEqual(['a']);
  });

  it('asks once at a time about a slot that does not answer, and goes on with the others', async () => {
    let release = (): void => undefined;
    const stuck = new Promise<FindUnheldResult<Poll>>(
      (resolve) => (release = () => resolve({ status: 'done', unheld: [] })),
    );
    hold(pollOf('a'), pollOf('b', THERE));
    answer = (slot) => (slot === HERE ? stuck : Promise.resolve({ status: 'done', unheld: [] }));
    await seconds(1);
    hold(pollOf('c'));
    await seconds(9);
    expect(calls.filter(({ slot }) => slot === 'p0s1')).toEqual([{ slot: 'p0s1', nonces: ['a'] }]);
    expect(calls.filter(({ slot }) => slot === 'p0s2')).toHaveLength(3);
    release();
    await seconds(1);
    expect(calls.at(-1)).toEqual({ slot: 'p0s1', nonces: ['c'] });
  });

  it('treats polls of a slot that lost its queues as unheld', async () => {
    hold(pollOf('a'));
    answer = () => Promise.resolve({ status: 'not-ready' });
    await seconds(3);
    expect(unheld).toEqual(['a']);
  });

  it('asks about no more polls at once than Redis may be asked about', async () => {
    hold(...Array.from({ length: MOST_CHECKED + 1 }, (_, index) => pollOf(String(index))));
    await seconds(3);
    expect(calls.map(({ nonces }) => nonces.length)).toEqual([MOST_CHECKED, 1]);
  });
});
