import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LocalFileStore, RESUMABLE_PREFIX } from '@stoa/storage';
import { ResumableStore, newUploadId } from './resumable-store';

describe('uploads in pieces', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'stoa-pieces-'));
  const files = new LocalFileStore(directory);
  const store = new ResumableStore(files);

  afterAll(() => rmSync(directory, { recursive: true }));

  async function begin(): Promise<string> {
    const id = newUploadId();
    await store.create({ id, userId: 1, length: 10, fileName: 'a', contentType: undefined, metadata: '' });
    return id;
  }

  const append = (id: string, start: number, piece: string) => store.append(id, start, Readable.from([piece]));

  async function storedBytes(id: string): Promise<number> {
    let bytes = 0;
    for await (const { size } of files.list(`${RESUMABLE_PREFIX}${id}/parts/`)) bytes += size;
    return bytes;
  }

  it('are put together in order', async () => {
    const id = await begin();
    expect([await append(id, 0, 'abc'), await append(id, 3, 'de')]).toEqual([3, 5]);
    expect(await store.offset(id)).toBe(5);
    expect(await text(store.content(id))).toBe('abcde');
  });

  it('keep no bytes twice when pieces of one place are sent at once', async () => {
    const id = await begin();
    // As if each had begun before the others were there.
    await append(id, 0, 'a');
    await append(id, 1, 'bcdefghij');
    expect(await append(id, 0, 'abcdefghij')).toBe(10);
    expect(await storedBytes(id)).toBe(10);
    expect(await append(id, 0, 'abc')).toBe(3);
    expect(await storedBytes(id)).toBe(3);
    expect(await text(store.content(id))).toBe('abc');
  });

  it('are gone with the upload', async () => {
    const id = await begin();
    await append(id, 0, 'abc');
    await store.remove(id);
    expect([await store.find(id, 1), await store.offset(id)]).toEqual([null, 0]);
  });
});
