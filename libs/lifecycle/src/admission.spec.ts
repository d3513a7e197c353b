import { setImmediate as nextTurn } from 'node:timers/promises';
import { Admission, tooMuchLoad } from './admission';

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

describe('admission', () => {
  it('runs so many at once and admits the others in order', async () => {
    const admission = new Admission({ concurrent: 2, longestWaitMs: 10_000 });
    const gates = [deferred(), deferred(), deferred(), deferred()];
    const started: number[] = [];
    const work = gates.map((gate, index) =>
      admission.run(async () => {
        started.push(index);
        await gate.promise;
      }),
    );
    await nextTurn();
    expect(started).toEqual([0, 1]);
    gates[1]?.resolve();
    await work[1];
    await nextTurn();
    expect(started).toEqual([0, 1, 2]);
    for (const gate of gates) gate.resolve();
    await Promise.all(work);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('refuses who waited too long, with a time to come back', async () => {
    const admission = new Admission({ concurrent: 1, longestWaitMs: 5 });
    const gate = deferred();
    const first = admission.run(() => gate.promise);
    await expect(admission.run(() => Promise.resolve())).rejects.toMatchObject({
      code: 'RATE_LIMIT_HIT',
      status: 429,
      data: { 'retry-after': expect.any(Number) },
    });
    gate.resolve();
    await first;
    await expect(admission.run(() => Promise.resolve('again'))).resolves.toBe('again');
  });

  it('frees the place of work that failed', async () => {
    const admission = new Admission({ concurrent: 1, longestWaitMs: 5 });
    await expect(admission.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(admission.run(() => Promise.resolve('fine'))).resolves.toBe('fine');
  });
});

describe('admission of several tenants', () => {
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { status?: number }) => error.status ?? 503,
    );

  /** Work that lasts until the test ends it. */
  function lasting(admission: Admission, tenant: string) {
    const gate = deferred();
    let hasStarted = false;
    const end = admission.run(
      async () => {
        hasStarted = true;
        await gate.promise;
      },
      { tenant },
    );
    return { end: refusalOf(end), resolve: gate.resolve, hasStarted: () => hasStarted };
  }

  it('gives a free place to the tenant that has the fewest', async () => {
    const admission = new Admission({ concurrent: 2, longestWaitMs: 10_000 });
    const noisy = Array.from({ length: 10 }, () => lasting(admission, 'noisy'));
    const quiet = lasting(admission, 'quiet');
    await nextTurn();
    expect(quiet.hasStarted()).toBe(false);
    noisy[0]?.resolve();
    await noisy[0]?.end;
    await nextTurn();
    expect([quiet.hasStarted(), noisy[2]?.hasStarted()]).toEqual([true, false]);
    for (const work of [...noisy, quiet]) work.resolve();
    await Promise.all([...noisy, quiet].map(({ end }) => end));
    expect([admission.running, admission.waiting]).toEqual([0, 0]);
  });

  it('keeps places that one tenant cannot have', async () => {
    const admission = new Admission({ concurrent: 4, longestWaitMs: 10_000, mostPerTenant: 3 });
    const noisy = Array.from({ length: 5 }, () => lasting(admission, 'noisy'));
    const quiet = lasting(admission, 'quiet');
    await nextTurn();
    expect([...noisy, quiet].map((work) => work.hasStarted())).toEqual([true, true, true, false, false, true]);
    for (const work of [...noisy, quiet]) work.resolve();
    await Promise.all([...noisy, quiet].map(({ end }) => end));
  });

  it('sends the newest of the greediest tenant away when too many wait', async () => {
    const reasons: string[] = [];
    const admission = new Admission({ concurrent: 1, longestWaitMs: 10_000, mostWaiting: 3, refuse: tooMuchLoad });
    admission.onRefusal = (reason) => reasons.push(reason);
    const noisy = Array.from({ length: 5 }, () => lasting(admission, 'noisy'));
    expect(await noisy[4]?.end).toBe(429);
    const quiet = lasting(admission, 'quiet');
    expect(await noisy[3]?.end).toBe(429);
    expect(reasons).toEqual(['tenant', 'tenant']);
    for (const work of [...noisy, quiet]) work.resolve();
    expect(await Promise.all([...noisy.slice(0, 3), quiet].map((work) => work.end))).toEqual(
      Array.from({ length: 4 }, () => 'done'),
    );
  });

  it('tells whether the tenant or the process has too much to do', async () => {
    const options = { concurrent: 2, longestWaitMs: 5, mostPerTenant: 1, refuse: tooMuchLoad };
    const admission = new Admission(options);
    const running = [lasting(admission, 'a'), lasting(admission, 'b')];
    const refused = [lasting(admission, 'a'), lasting(admission, 'c')];
    expect(await Promise.all(refused.map(({ end }) => end))).toEqual([429, 503]);
    for (const work of running) work.resolve();
    await Promise.all(running.map(({ end }) => end));
  });

  it('waits no longer than the deadline of its caller, and shorter while the queue does not drain', async () => {
    const admission = new Admission({ concurrent: 1, longestWaitMs: 600_000, overloadedWaitMs: 1 });
    const running = lasting(admission, 'a');
    const late = admission.run(() => Promise.resolve(), { tenant: 'a', deadlineAt: Date.now() + 1 });
    await expect(late).rejects.toMatchObject({ status: 429 });
    const patient = lasting(admission, 'a');
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 700_000);
    expect(await lasting(admission, 'a').end).toBe(429);
    now.mockRestore();
    running.resolve();
    patient.resolve();
    expect(await patient.end).toBe('done');
  });
});
