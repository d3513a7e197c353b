import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { GatewayEnvironment } from '../gateway-environment';
import { DownloadPace } from './download-pace';

const BYTES_PER_SECOND = 4_000_000;
const PIECE = Buffer.alloc(65_536, 'a');

function paceOf(): DownloadPace {
  const limits = { STOA_HTTP_DOWNLOAD_BYTES_PER_SECOND: BYTES_PER_SECOND };
  return new DownloadPace(Object.assign(new GatewayEnvironment(), limits));
}

/** Bytes that come within a time, in milliseconds, of a content without end. */
async function bytesWithin(pace: DownloadPace, owner: { realmId: number; userId?: number }, ms: number) {
  const endless = new Readable({
    read() {
      this.push(PIECE);
    },
  });
  const paced = pace.paced(endless, owner);
  let bytes = 0;
  paced.on('data', (piece: Buffer) => (bytes += piece.length));
  await delay(ms);
  paced.destroy();
  await once(paced, 'close');
  expect(endless.destroyed).toBe(true);
  return bytes;
}

describe('the pace of files', () => {
  it('is the same content, whole and in order', async () => {
    const parts = [Buffer.alloc(200_000, 'x'), Buffer.from('end')];
    const read: Buffer[] = [];
    for await (const piece of paceOf().paced(Readable.from(parts), { realmId: 1, userId: 1 })) read.push(piece);
    expect(Buffer.concat(read).equals(Buffer.concat(parts))).toBe(true);
  });

  it('passes an error of the content on', async () => {
    const content = new Readable({ read: () => undefined });
    const paced = paceOf().paced(content, { realmId: 1 });
    const failed = once(paced, 'error');
    paced.resume();
    content.destroy(new Error('the store is gone'));
    expect(await failed).toEqual([new Error('the store is gone')]);
  });

  it('lets one user have half of the organization’s, however many files it opens', async () => {
    const pace = paceOf();
    const owner = { realmId: 1, userId: 7 };
    const all = await Promise.all(Array.from({ length: 4 }, () => bytesWithin(pace, owner, 500)));
    const sum = all.reduce((total, bytes) => total + bytes, 0);
    // The burst, half a second, and a piece of each file.
    expect(sum).toBeLessThanOrEqual(BYTES_PER_SECOND * 0.5 * (0.1 + 0.6) + 4 * PIECE.length);
    expect(sum).toBeGreaterThan(BYTES_PER_SECOND * 0.2);
  });

  it('keeps one organization to its own, and takes nothing from another', async () => {
    const pace = paceOf();
    const busy = Array.from({ length: 8 }, (_, index) => bytesWithin(pace, { realmId: 1, userId: index + 1 }, 500));
    const [other, ...all] = await Promise.all([bytesWithin(pace, { realmId: 2, userId: 99 }, 500), ...busy]);
    const sum = all.reduce((total, bytes) => total + bytes, 0);
    expect(sum).toBeLessThanOrEqual(BYTES_PER_SECOND * (0.1 + 0.6) + 8 * PIECE.length);
    expect(other).toBeGreaterThan(BYTES_PER_SECOND * 0.5 * 0.4);
  });
});
