import { BatchedLoader } from './batched-loader';

describe('BatchedLoader', () => {
  it('loads what is asked for in one turn at once, and later things anew', async () => {
    const asked: number[][] = [];
    const loader = new BatchedLoader(async (keys: readonly number[]) => {
      asked.push([...keys]);
      return keys.map((key) => (key < 0 ? new Error(`no ${key}`) : `value ${key}`));
    });
    const results = await Promise.allSettled([1, -2, 3].map((key) => loader.load(key)));
    expect(results).toEqual([
      { status: 'fulfilled', value: 'value 1' },
      { status: 'rejected', reason: new Error('no -2') },
      { status: 'fulfilled', value: 'value 3' },
    ]);
    expect(await loader.load(1)).toBe('value 1');
    expect(asked).toEqual([[1, -2, 3], [1]]);
  });

  it('fails all loads of a batch that cannot be read', async () => {
    const loader = new BatchedLoader<number, string>(() => Promise.reject(new Error('down')));
    const results = await Promise.allSettled([loader.load(1), loader.load(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
