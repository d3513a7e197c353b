import { PollRounds } from './poll-rounds';

describe('rounds of polls', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('let the first go on at once, and those that come meanwhile together', async () => {
    const rounds = new PollRounds();
    const gone: string[] = [];
    expect(rounds.next()).toBeUndefined();
    for (const name of ['second', 'third']) void rounds.next()?.then(() => gone.push(name));
    await vi.advanceTimersByTimeAsync(3);
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toEqual(['second', 'third']);
  });

  it('follow one another while polls come, and end after one in which none came', async () => {
    const rounds = new PollRounds();
    void rounds.next();
    void rounds.next();
    await vi.advanceTimersByTimeAsync(4);
    const third = rounds.next();
    expect(third).toBeInstanceOf(Promise);
    await vi.advanceTimersByTimeAsync(4);
    await third;
    await vi.advanceTimersByTimeAsync(4);
    expect(rounds.next()).toBeUndefined();
  });
});
