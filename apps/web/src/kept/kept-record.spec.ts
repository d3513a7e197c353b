import { keptValues, resetKept } from '../test-support/kept-memory';
import { KeptRecord } from './kept-record';

vi.mock('idb-keyval', () => import('../test-support/kept-memory'));

const pause = (): Promise<void> => Promise.resolve();
const { signal } = new AbortController();

async function readBy(record: KeptRecord): Promise<unknown> {
  const found = await record.read();
  const parts = await found?.parts();
  return found && { about: found.about, parts: parts && Object.fromEntries(parts) };
}

describe('KeptRecord', () => {
  beforeEach(() => resetKept());

  it('gives back what was written last, and nothing of what was before', async () => {
    const record = new KeptRecord('chat.example', pause);
    const users = { ann: 1 };
    await record.write('first', new Map<string, unknown>([...Object.entries({ users, rest: 'old' })]), signal);
    await record.write('second', new Map<string, unknown>([...Object.entries({ users, rest: 'new' })]), signal);
    expect(await readBy(new KeptRecord('chat.example', pause))).toEqual({
      about: 'second',
      parts: { users, rest: 'new' },
    });
    expect(keptValues()).toHaveLength(3);
    expect(keptValues()).not.toContain('old');
  });

  it('finds all of one writing or nothing when two write at once', async () => {
    const [a, b] = [new KeptRecord('chat.example', pause), new KeptRecord('chat.example', pause)];
    const parts = (value: string) => new Map(['one', 'two', 'three'].map((name) => [name, `${value} ${name}`]));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([a.write('a', parts(`a${round}`), signal), b.write('b', parts(`b${round}`), signal)]);
      const found = await new KeptRecord('chat.example', pause).read();
      const read = await found?.parts();
      if (read) expect(new Set([...read.values()].map((value) => String(value).slice(0, 2))).size).toBe(1);
    }
  });

  it('keeps what was there before when a writing is called off', async () => {
    const record = new KeptRecord('chat.example', pause);
    await record.write('first', new Map([['part', 1]]), signal);
    const called = new AbortController();
    const writing = record.write('second', new Map([['part', 2]]), called.signal);
    called.abort();
    await writing;
    expect(await readBy(record)).toEqual({ about: 'first', parts: { part: 1 } });
  });

  it('forgets all of it, and nothing of another organization', async () => {
    const [own, other] = [new KeptRecord('chat.example', pause), new KeptRecord('other.example', pause)];
    for (const record of [own, other]) await record.write('about', new Map([['part', 1]]), signal);
    await own.remove();
    expect(await own.read()).toBeUndefined();
    expect(await readBy(other)).toEqual({ about: 'about', parts: { part: 1 } });
    expect(keptValues()).toHaveLength(2);
    await own.write('again', new Map([['part', 1]]), signal);
    expect(await readBy(own)).toEqual({ about: 'again', parts: { part: 1 } });
  });
});
