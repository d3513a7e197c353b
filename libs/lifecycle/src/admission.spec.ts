import { setImmediate as nextTurn } from 'node:timers/promises';
import { Admission } from './admission';

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
