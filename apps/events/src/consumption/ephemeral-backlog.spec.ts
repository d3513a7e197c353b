import { EphemeralBacklog } from './ephemeral-backlog';

const KIB = 1024;
const LIMIT = 64 * KIB;

describe('notices that wait', () => {
  let dropped = 0;
  let backlog: EphemeralBacklog;
  beforeEach(() => {
    dropped = 0;
    backlog = new EphemeralBacklog(LIMIT, (count) => (dropped += count));
  });

  const notice = (first: number, bytes = KIB) => Buffer.alloc(bytes, 0).fill(first, 0, 1);

  it('are taken in their order, all at once', () => {
    for (const number of [1, 2, 3]) backlog.add(notice(number));
    expect(backlog.take().map(([first]) => first)).toEqual([1, 2, 3]);
    expect([backlog.length, backlog.take(), dropped]).toEqual([0, [], 0]);
  });

  it('take no more than their bytes however many come, and the newest stay', () => {
    const count = 10_000;
    for (let number = 0; number < count; number++) backlog.add(notice(number % 256));
    const kept = backlog.length;
    expect(kept).toBeGreaterThan(LIMIT / KIB / 2);
    expect(kept * KIB).toBeLessThanOrEqual(LIMIT);
    expect(dropped).toBe(count - kept);
    expect(backlog.take().at(-1)?.[0]).toBe((count - 1) % 256);
  });

  it('drop one that is larger than all may be, and go on', () => {
    backlog.add(notice(1, LIMIT));
    expect([backlog.length, dropped]).toEqual([0, 1]);
    backlog.add(notice(2));
    expect(backlog.take().map(([first]) => first)).toEqual([2]);
  });
});
