import { planAppend } from './append-plan';
import type { AppendEntry } from './types';

const body = '{"type":"message"}';
const entry = (seq: number, bodyRef = `1.${seq}`): AppendEntry => ({ seq, xid: 1_000 + seq, bodyRef });
const batch = (entries: [string, AppendEntry[]][], to = 10) => ({
  epoch: 1,
  from: 0,
  to,
  entries: new Map(entries),
  bodies: new Map(entries.flatMap(([, list]) => list.map((item): [string, string] => [item.bodyRef, body]))),
});

describe('planAppend', () => {
  it('sends entries that queues share once', () => {
    const [first, second] = [entry(1), entry(2)];
    const [chunk, ...rest] = planAppend(
      batch([
        ['a', [first, second]],
        ['b', [first]],
        ['c', [first, second]],
      ]),
    );
    expect(rest).toEqual([]);
    expect(chunk?.queueIds).toEqual(['a', 'c', 'b']);
    expect(chunk?.args).toEqual(
      [2, '1.1', body, '1.2', body].concat([2, 2, 1, 1_001, 1, '-', 2, 1_002, 2, '-'], [1, 1, 1, 1_001, 1, '-']),
    );
  });

  it('holds at most 500 queues a call and never splits the entries of one', () => {
    const shared = [entry(1), entry(2)];
    const chunks = planAppend(batch(Array.from({ length: 1_200 }, (_, index) => [`q${index}`, shared])));
    expect(chunks.map((chunk) => chunk.queueIds.length)).toEqual([500, 500, 200]);
    const long = Array.from({ length: 9_000 }, (_, index) => entry(index + 1));
    const pair = planAppend(
      batch(
        [
          ['a', long],
          ['b', long],
        ],
        9_000,
      ),
    );
    expect(pair.map((chunk) => chunk.queueIds)).toEqual([['a'], ['b']]);
  });

  it('refuses seqs out of order or out of the batch, missing bodies and names with spaces', () => {
    expect(() => planAppend(batch([['a', [entry(2), entry(1)]]]))).toThrow('out of order');
    expect(() => planAppend(batch([['a', [entry(11)]]]))).toThrow('out of order');
    expect(() => planAppend({ ...batch([['a', [entry(1)]]]), bodies: new Map() })).toThrow('no body');
    expect(() => planAppend(batch([['a', [entry(1, 'a b')]]]))).toThrow('not a body ref');
    expect(() => planAppend(batch([['a', [{ ...entry(1), mergeKey: 'add read' }]]]))).toThrow('not a merge key');
  });
});
