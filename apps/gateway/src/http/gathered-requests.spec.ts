import { GatheredRequests } from './gathered-requests';

describe('requests that nobody waits for', () => {
  let requests: GatheredRequests;
  let begun: number;
  let finish: (() => void)[];

  beforeEach(() => {
    vi.useFakeTimers();
    requests = new GatheredRequests();
    begun = 0;
    finish = [];
  });
  afterEach(() => void vi.useRealTimers());

  const ask = (): Promise<void> =>
    requests.run(() => {
      begun += 1;
      return new Promise((resolve) => finish.push(resolve));
    });
  const finishAll = async (): Promise<void> => {
    for (const done of finish.splice(0)) done();
    await vi.advanceTimersByTimeAsync(0);
  };

  it('are done at once, one after the other, however fast they come', async () => {
    for (let count = 1; count <= 5; count += 1) {
      const answer = ask();
      expect(begun).toBe(count);
      await finishAll();
      await answer;
    }
  });

  it('are gathered from the first that overlaps another, as long as there are some', async () => {
    for (let count = 1; count <= 3; count += 1) void ask();
    await vi.advanceTimersByTimeAsync(49);
    expect(begun).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toBe(3);
    await finishAll();
    void ask();
    expect(begun).toBe(3);
    await vi.advanceTimersByTimeAsync(50);
    expect(begun).toBe(4);
    await finishAll();
    void ask();
    expect(begun).toBe(5);
  });

  it('begin sooner when there are sixteen', async () => {
    for (let count = 1; count <= 18; count += 1) void ask();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toBe(17);
    await vi.advanceTimersByTimeAsync(50);
    expect(begun).toBe(18);
  });

  it('tell of their own failure alone, and leave the others', async () => {
    const failed = requests.run(() => Promise.reject(new Error('not this one')));
    await expect(failed).rejects.toThrow('not this one');
    void ask();
    expect(begun).toBe(1);
  });
});
