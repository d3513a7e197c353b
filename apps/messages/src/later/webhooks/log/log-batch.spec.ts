import { LogBatch } from './log-batch';

describe('rows of a log', () => {
  it('go together, each once', async () => {
    const stored: number[][] = [];
    const batch = new LogBatch<number>(
      (rows) => Promise.resolve(stored.push([...rows])),
      () => undefined,
    );
    for (let row = 0; row < 230; row++) batch.add(row);
    expect(stored.map(({ length }) => length)).toEqual([100, 100]);
    await batch.settled();
    expect(stored.flat()).toEqual(Array.from({ length: 230 }, (_, row) => row));
    await batch.settled();
    expect(stored).toHaveLength(3);
  });

  it('go by themselves after a moment', async () => {
    const stored = await new Promise<readonly number[]>((done) => {
      const batch = new LogBatch<number>(
        (rows) => Promise.resolve(done(rows)),
        () => undefined,
      );
      batch.add(1);
      batch.add(2);
    });
    expect(stored).toEqual([1, 2]);
  });

  it('that cannot be stored are told of, and those that follow are stored', async () => {
    const failures: [string, number][] = [];
    let isAway = true;
    const stored: number[] = [];
    const batch = new LogBatch<number>(
      (rows) => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(stored.push(...rows))),
      (error, count) => failures.push([String(error), count]),
    );
    batch.add(1);
    batch.add(2);
    await batch.settled();
    isAway = false;
    batch.add(3);
    await batch.settled();
    expect(failures).toEqual([['Error: away', 2]]);
    expect(stored).toEqual([3]);
  });
});
