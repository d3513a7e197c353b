import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { FileStore, isKey } from './file-store';
import { LocalFileStore } from './local-file-store';
import { S3FileStore } from './s3-file-store';
import { S3StandIn } from './testing/s3-stand-in';

interface Fixture {
  store: FileStore;
  /** Remains of puts that did not end. */
  leftovers(): number;
  end(): Promise<void>;
}

async function localStore(): Promise<Fixture> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'stoa-storage-'));
  return {
    store: new LocalFileStore(directory),
    leftovers: () => readdirSync(path.join(directory, '.partial')).length,
    end: async () => rmSync(directory, { recursive: true }),
  };
}

async function s3Store(): Promise<Fixture> {
  const server = new S3StandIn();
  const endpoint = await server.start();
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return {
    store: new S3FileStore({ bucket: 'files', region: 'us-east-1', endpoint, credentials }),
    leftovers: () => server.openUploads,
    end: () => server.stop(),
  };
}

/** What every store must do. The S3 driver runs against a stand-in that speaks the part of the protocol it uses. */
describe.each([
  ['LocalFileStore', localStore],
  ['S3FileStore', s3Store],
])('%s', (_name, make) => {
  let fixture: Fixture;
  let store: FileStore;

  beforeAll(async () => {
    fixture = await make();
    store = fixture.store;
  });
  afterAll(() => fixture.end());

  it('keeps what was put, from bytes and from a stream, empty files too', async () => {
    expect(await store.put('a/bytes.txt', Buffer.from('hello'))).toBe(5);
    expect(await store.put('a/stream.txt', Readable.from([Buffer.from('he'), Buffer.from('y')]))).toBe(3);
    expect(await store.put('a/nothing', Buffer.alloc(0))).toBe(0);
    expect((await store.read('a/bytes.txt'))?.toString()).toBe('hello');
    expect((await store.read('a/stream.txt'))?.toString()).toBe('hey');
    expect((await store.read('a/nothing'))?.length).toBe(0);
    expect(await store.stat('a/bytes.txt')).toMatchObject({ key: 'a/bytes.txt', size: 5 });
  });

  it('replaces a file', async () => {
    await store.put('replaced', Buffer.from('old'));
    await store.put('replaced', Buffer.from('new!'));
    expect((await store.read('replaced'))?.toString()).toBe('new!');
  });

  it('keeps large streams', async () => {
    const piece = randomBytes(3 * 1024 * 1024);
    const pieces = Array.from({ length: 7 }, () => piece);
    expect(await store.put('large', Readable.from(pieces))).toBe(7 * piece.length);
    expect((await store.read('large'))?.equals(Buffer.concat(pieces))).toBe(true);
  });

  it('opens ranges', async () => {
    await store.put('range', Buffer.from('0123456789'));
    const opened = await store.open('range', { first: 2, last: 4 });
    expect(opened?.size).toBe(10);
    const chunks: Buffer[] = [];
    for await (const chunk of opened!.content) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString()).toBe('234');
  });

  it('answers null for what is not there', async () => {
    expect(await store.open('missing')).toBeNull();
    expect(await store.stat('missing/deeper')).toBeNull();
    expect(await store.read('missing')).toBeNull();
  });

  it('copies and deletes, also what is not there', async () => {
    await store.put('from', Buffer.from('copied'));
    await store.copy('from', 'folder with spaces/tö.txt');
    expect((await store.read('folder with spaces/tö.txt'))?.toString()).toBe('copied');
    await expect(store.copy('nowhere', 'to')).rejects.toThrow();
    await store.delete(['from', 'never-was']);
    await store.delete([]);
    expect(await store.stat('from')).toBeNull();
  });

  it('lists by prefix', async () => {
    for (const name of ['one', 'two', 'deep/three']) await store.put(`listed/${name}`, Buffer.from(name));
    await store.put('listed-not/four', Buffer.from('x'));
    const found: string[] = [];
    for await (const { key } of store.list('listed/')) found.push(key);
    expect(found.sort()).toEqual(['listed/deep/three', 'listed/one', 'listed/two']);
    for await (const file of store.list('nothing/')) throw new Error(`unexpected ${file.key}`);
  });

  it('stores nothing of a stream that fails, and leaves nothing behind', async () => {
    const failing = Readable.from(
      (async function* () {
        for (let count = 0; count < 10; count++) yield randomBytes(2 * 1024 * 1024);
        throw new Error('the client left');
      })(),
    );
    await expect(store.put('failed', failing)).rejects.toThrow('the client left');
    expect(await store.stat('failed')).toBeNull();
    expect(fixture.leftovers()).toBe(0);
    await store.sweep(0);
  });

  it.each([
    '',
    '/etc/passwd',
    '../up',
    'a/../b',
    'a//b',
    'a/./b',
    'a\\b',
    'a\u0000b',
    '.partial/x',
    `a/${'x'.repeat(300)}`,
  ])('refuses the key %j', async (key) => {
    expect(isKey(key)).toBe(false);
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not the key of a file');
    await expect(store.open(key)).rejects.toThrow('not the key of a file');
    await expect(store.delete([key])).rejects.toThrow('not the key of a file');
  });
});
