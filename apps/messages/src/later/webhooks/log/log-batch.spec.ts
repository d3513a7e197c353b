import { UnavailableError } from '@stoa/errors';
import { LogBatch } from './log-batch';

describe('rows of a log', () => {
  it('go together, each once', async () => {
    const stored: number[][] = [];
    const batch = new LogBatch<number>(
      (rows) => Promise.resolve(stored.push([...rows])),
      () => undefined,
    );
    for (let row = 0; row < 230; row++) batch.add(row);
    expect(stored.map(({ length }) => length)).toEqual([100]);
    await batch.settled();
    expect(stored.map(({ length }) => length)).toEqual([100, 100, 30]);
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

  it('that cannot be stored take no others with them', async () => {
    const broken = Object.assign(new Error('37'), { code: '22P05' });
    const failures: [string, number][] = [];
    const stored: number[] = [];
    const batch = new LogBatch<number>(
      (rows) => (rows.includes(37) ? Promise.reject(broken) : Promise.resolve(stored.push(...rows))),
      (error, count) => failures.push([String(error), count]),
    );
    const rows = Array.from({ length: 100 }, (_, row) => row);
    for (const row of rows) batch.add(row);
    await batch.settled();
    expect(stored).toEqual(rows.filter((row) => row !== 37));
    expect(failures).toEqual([['Error: 37', 1]]);
  });

  it('wait while a statement is under way, the oldest not beyond a bound', async () => {
    const failures: [string, number][] = [];
    const stored: (readonly number[])[] = [];
    let goOn = (): void => undefined;
    const isSlow = new Promise<void>((done) => (goOn = done));
    const batch = new LogBatch<number>(
      (rows) => {
        stored.push(rows);
        return isSlow;
      },
      (error, count) => failures.push([String(error), count]),
    );
    for (let row = 0; row < 1_105; row++) batch.add(row);
    expect(stored.map(({ length }) => length)).toEqual([100]);
    goOn();
    await batch.settled();
    const all = Array.from({ length: 1_105 }, (_, row) => row);
    expect(stored.flat()).toEqual([...all.slice(0, 100), ...all.slice(105)]);
    expect(Math.max(...stored.map(({ length }) => length))).toBe(100);
    expect(failures).toEqual([['Error: more than 1000 rows or 16000000 bytes wait', 5]]);
  });

  describe('that weigh much', () => {
    /** Rows weigh their millions of bytes, and a tenth without their bodies. @returns a batch whose first statement is slow */
    const weighed = () => {
      const failures: [string, number][] = [];
      const stored: (readonly number[])[] = [];
      let goOn = (): void => undefined;
      const isSlow = new Promise<void>((done) => (goOn = done));
      const batch = new LogBatch<number>(
        (rows) => {
          stored.push(rows);
          return isSlow;
        },
        (error, count) => failures.push([String(error), count]),
        { bytesOf: (row) => row * 1_000_000, lightened: (row) => row / 10 },
      );
      return { batch, failures, stored, goOn };
    };

    it('go in statements that are not too large, larger rows alone', async () => {
      const { batch, failures, stored, goOn } = weighed();
      for (const row of [2, 1, 1, 3, 0.5, 0.5, 0.5, 0.5, 0.5]) batch.add(row);
      expect(stored).toEqual([[2]]);
      goOn();
      await batch.settled();
      expect(stored).toEqual([[2], [1, 1], [3], [0.5, 0.5, 0.5, 0.5], [0.5]]);
      expect(failures).toEqual([]);
    });

    it('lose their bodies while they wait, the oldest first, before any is given up', async () => {
      const { batch, failures, stored, goOn } = weighed();
      for (const row of [2, 4, 4, 4, 4, 4, 4]) batch.add(row);
      goOn();
      await batch.settled();
      expect(stored).toEqual([[2], [0.4, 0.4, 0.4], [4], [4], [4]]);
      expect(failures).toEqual([['Error: more than 16000000 bytes wait: the oldest rows lost their bodies', 3]]);
    });

    it('are given up if they weigh too much without bodies', async () => {
      const { batch, failures, stored, goOn } = weighed();
      for (const row of [2, 100, 100]) batch.add(row);
      goOn();
      await batch.settled();
      expect(stored).toEqual([[2], [10]]);
      expect(failures.at(-1)).toEqual(['Error: more than 1000 rows or 16000000 bytes wait', 1]);
    });
  });

  it('are given up at the end, once, while the database is away', async () => {
    const failures: [string, number][] = [];
    const store = vi.fn(() => Promise.reject(new UnavailableError('away')));
    const batch = new LogBatch<number>(store, (error, count) => failures.push([String(error), count]));
    for (let row = 0; row < 250; row++) batch.add(row);
    await batch.settled();
    expect(store).toHaveBeenCalledTimes(1);
    expect(failures).toEqual([['UnavailableError: away', 250]]);
  });
});
