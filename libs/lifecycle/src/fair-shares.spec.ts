import { setImmediate as nextTurn } from 'node:timers/promises';
import { tooMuchLoad } from './admission';
import { FairShares } from './fair-shares';

/** Work that lasts until the test ends it. */
function lasting(shares: FairShares, claim: { tenant?: string; user?: string }) {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let hasStarted = false;
  const end = shares
    .run(async () => {
      hasStarted = true;
      await gate;
    }, claim)
    .then(
      () => 'done',
      (error: { status?: number }) => error.status ?? 503,
    );
  return { end, release, hasStarted: () => hasStarted };
}

describe('shares of tenants and users', () => {
  const options = { concurrent: 5, mostPerTenant: 4, mostPerUser: 2, longestWaitMs: 10_000, refuse: tooMuchLoad };
  const startedOf = (work: readonly { hasStarted: () => boolean }[]) => work.filter((one) => one.hasStarted()).length;

  it('gives a user a few places, and its tenant more, but never all', async () => {
    const shares = new FairShares(options);
    const greedy = Array.from({ length: 20 }, () => lasting(shares, { tenant: 'a', user: 'greedy' }));
    await nextTurn();
    expect(startedOf(greedy)).toBe(2);
    const colleagues = ['one', 'two', 'three'].map((user) => lasting(shares, { tenant: 'a', user }));
    await nextTurn();
    expect(startedOf(colleagues)).toBe(2);
    const others = lasting(shares, { tenant: 'b', user: 'four' });
    await nextTurn();
    expect([others.hasStarted(), shares.waiting]).toEqual([true, 19]);
    for (const work of [...greedy, ...colleagues, others]) work.release();
    await Promise.all([...greedy, ...colleagues, others].map(({ end }) => end));
    expect([shares.places.running, shares.waiting]).toEqual([0, 0]);
  });

  it('lets a colleague pass the line of a greedy user', async () => {
    const shares = new FairShares({ ...options, concurrent: 1, mostPerTenant: 1, mostPerUser: 1 });
    const greedy = Array.from({ length: 10 }, () => lasting(shares, { tenant: 'a', user: 'greedy' }));
    const colleague = lasting(shares, { tenant: 'a', user: 'other' });
    await nextTurn();
    greedy[0]?.release();
    await greedy[0]?.end;
    await nextTurn();
    expect([colleague.hasStarted(), startedOf(greedy)]).toEqual([true, 1]);
    for (const work of [...greedy, colleague]) work.release();
    await Promise.all([...greedy, colleague].map(({ end }) => end));
  });

  it('refuses a user whose line is long, and counts it once', async () => {
    const shares = new FairShares({ ...options, mostPerUser: 1 });
    const reasons: string[] = [];
    shares.places.onRefusal = (reason) => reasons.push(reason);
    const greedy = Array.from({ length: 18 }, () => lasting(shares, { tenant: 'a', user: 'greedy' }));
    expect(await greedy[17]?.end).toBe(429);
    expect(reasons).toEqual(['tenant']);
    for (const work of greedy) work.release();
    expect(await Promise.all(greedy.slice(0, 17).map(({ end }) => end))).toEqual(
      Array.from({ length: 17 }, () => 'done'),
    );
  });

  it('counts work of nobody in particular among the places alone', async () => {
    const shares = new FairShares({ ...options, mostPerUser: 1 });
    const work = Array.from({ length: 4 }, () => lasting(shares, {}));
    await nextTurn();
    expect(startedOf(work)).toBe(4);
    for (const one of work) one.release();
    await Promise.all(work.map(({ end }) => end));
  });
});
