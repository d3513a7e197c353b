import { ErrorCode, type Msg, NatsError } from 'nats';
import { PendingCall, type Sendings } from './pending-call';

const REPEAT_AFTER_MS = 1_500;
const SECOND = 1_000;
const silence = () => new Promise<Msg>(() => undefined);

describe('PendingCall', () => {
  let asked: boolean[];
  let isAllowed: boolean;
  let answer: () => Promise<Msg>;
  const call = (timeoutMs: number, sendings: Sendings = { count: 0 }): PendingCall => {
    const send = (_leftMs: number, isRepetition: boolean) => {
      asked.push(isRepetition);
      return answer();
    };
    return new PendingCall({
      timeoutMs,
      repeatAfterMs: REPEAT_AFTER_MS,
      mayRepeat: true,
      sendings,
      send,
      spend: () => isAllowed,
    });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    isAllowed = true;
    answer = silence;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is asked again after its time, then every second, and no more when too little time is left', () => {
    const pending = call(5 * SECOND);
    vi.advanceTimersByTime(REPEAT_AFTER_MS - 1);
    expect(asked).toEqual([false]);
    vi.advanceTimersByTime(1);
    expect(asked).toEqual([false, true]);
    vi.advanceTimersByTime(60 * SECOND);
    expect(asked).toHaveLength(5);
    pending.end();
  });

  it('is asked twelve times at most', () => {
    const pending = call(60 * SECOND);
    vi.advanceTimersByTime(60 * SECOND);
    expect(asked).toHaveLength(12);
    pending.end();
  });

  it('counts anew on the next connection: what went into the lost one reached nobody', () => {
    const pending = call(60 * SECOND);
    vi.advanceTimersByTime(20 * SECOND);
    pending.lose();
    vi.advanceTimersByTime(5 * SECOND);
    expect(asked).toHaveLength(12);
    pending.resume();
    expect(asked).toHaveLength(13);
    expect(asked.at(-1)).toBe(true);
    vi.advanceTimersByTime(30 * SECOND);
    expect(asked).toHaveLength(24);
    pending.end();
  });

  it('waits while the budget is spent, and is asked when there is some again', () => {
    isAllowed = false;
    const pending = call(60 * SECOND);
    vi.advanceTimersByTime(10 * SECOND);
    expect(asked).toEqual([false]);
    isAllowed = true;
    vi.advanceTimersByTime(SECOND);
    expect(asked).toEqual([false, true]);
    pending.end();
  });

  it('stays a repetition when nobody is there after a connection was lost: the first request may have been heard', async () => {
    const sendings = { count: 0 };
    const pending = call(60 * SECOND, sendings);
    pending.lose();
    answer = () => Promise.reject(new NatsError('503', ErrorCode.NoResponders));
    pending.resume();
    await expect(pending.answer).rejects.toThrow('503');
    pending.end();
    const next = call(60 * SECOND, sendings);
    await expect(next.answer).rejects.toThrow('503');
    next.end();
    expect(asked).toEqual([false, true, true]);
  });

  it('is no repetition while nobody has heard it', async () => {
    const sendings = { count: 0 };
    answer = () => Promise.reject(new NatsError('503', ErrorCode.NoResponders));
    for (let round = 0; round < 2; round += 1) {
      const pending = call(60 * SECOND, sendings);
      await expect(pending.answer).rejects.toThrow('503');
      pending.end();
    }
    expect(asked).toEqual([false, false]);
  });
});
