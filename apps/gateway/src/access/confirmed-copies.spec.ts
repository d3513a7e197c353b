import type { CopyState } from '@stoa/redis';
import { SharedVersions } from '@stoa/redis';
import { ConfirmedCopies } from './confirmed-copies';

interface Copy {
  realmId: number;
  accessVersion: number;
}

const KEY = 'key';

/** Only {@link ConfirmedCopies.confirm} asks Redis, which these tests do not. */
const versions = Object.assign(Object.create(SharedVersions.prototype), {
  stateOf: (): Promise<CopyState> => Promise.resolve('current'),
  remember: () => Promise.resolve(),
}) as SharedVersions;

describe('ConfirmedCopies', () => {
  /** What the database has. */
  let version: number;
  let versionReads: number;
  let copies: ConfirmedCopies<Copy>;
  const read = () => copies.read(KEY, () => Promise.resolve({ realmId: 1, accessVersion: version }));
  const find = async () => (await copies.find(KEY))?.accessVersion;

  beforeEach(() => {
    vi.useFakeTimers();
    [version, versionReads] = [7, 0];
    copies = new ConfirmedCopies<Copy>(versions, ({ realmId }) => realmId, {
      versionOf: () => {
        versionReads++;
        return Promise.resolve(version);
      },
    });
  });
  afterEach(() => vi.useRealTimers());

  it('are kept for 0.8 s where nothing renews them', async () => {
    copies = new ConfirmedCopies<Copy>(versions, ({ realmId }) => realmId);
    await read();
    vi.advanceTimersByTime(800);
    expect(await find()).toBe(7);
    vi.advanceTimersByTime(1);
    expect(await find()).toBeUndefined();
  });

  it('are renewed by their version, which is read at most every 0.8 s', async () => {
    await read();
    for (let count = 0; count < 10; count++) {
      expect([await find(), await find()]).toEqual([7, 7]);
      vi.advanceTimersByTime(801);
    }
    expect(versionReads).toBe(10);
  });

  it('are gone 0.8 s after a write at the latest, whether or not Redis says so', async () => {
    await read();
    expect(await find()).toBe(7);
    version = 8;
    vi.advanceTimersByTime(801);
    expect(await find()).toBeUndefined();
  });

  it('are used when they are newer than the version that was read last', async () => {
    await read();
    expect(await find()).toBe(7);
    version = 8;
    await read();
    expect(await find()).toBe(8);
    expect(versionReads).toBe(1);
  });

  it('are not used when their version cannot be read', async () => {
    await read();
    copies = new ConfirmedCopies<Copy>(versions, ({ realmId }) => realmId, {
      versionOf: () => Promise.reject(new Error('no connection')),
    });
    await read();
    expect(await find()).toBeUndefined();
  });

  it('outlast the minute after which clients come back, and are read again after five all the same', async () => {
    await read();
    vi.advanceTimersByTime(4 * 60_000);
    expect(await find()).toBe(7);
    vi.advanceTimersByTime(60_001);
    expect(await find()).toBeUndefined();
  });
});
