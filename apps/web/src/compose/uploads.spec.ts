import { describe, expect, it } from 'vitest';
import { RequestFailed, RequestRefused } from '../api/failures';
import type { Uploaded } from '../api/upload';
import { Uploads, isUploading, uploadsOf } from './uploads';

function aFile(name: string, bytes = 4): File {
  return new File([new Uint8Array(bytes)], name, { type: 'text/plain', lastModified: 1 });
}

interface Sending {
  file: File;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
  done: (uploaded: Uploaded) => void;
  fail: (error: unknown) => void;
}

function aBox(limitMib = 1) {
  const box = { text: '', sending: [] as Sending[] };
  const uploads = new Uploads({
    change: (change) => (box.text = change(box.text)),
    limitMib: () => limitMib,
    send: (file, { signal, onProgress }) =>
      new Promise((done, fail) => box.sending.push({ file, signal, onProgress, done, fail })),
  });
  uploads.attach((text) => (box.text += text));
  return { box, uploads };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('files on their way into a text', () => {
  it('leave a mark that becomes a link, wherever it stands then', async () => {
    const { box, uploads } = aBox();
    uploads.add([aFile('a [1].txt')]);
    expect(box.text).toBe('[Uploading a 1.txt…](#upload-1)\n');
    expect(uploads.isBusy).toBe(true);
    box.text = `before ${box.text} after`;
    box.sending[0]?.onProgress(2);
    expect(uploads.items.get()[0]).toMatchObject({ sentBytes: 2, bytes: 4, state: 'running' });
    box.sending[0]?.done({ url: '/user_uploads/1/a.txt', filename: 'a [1].txt' });
    await settled();
    expect(box.text).toBe('before [a 1.txt](/user_uploads/1/a.txt)\n after');
    expect(uploads.items.get()).toEqual([]);
  });

  it('are refused in words when they are too large, empty or not wanted', () => {
    const { box, uploads } = aBox(1);
    uploads.add([aFile('big', 1024 * 1024 + 1), aFile('none', 0)]);
    expect(uploads.items.get().map(({ failure }) => failure)).toEqual([
      'The file is larger than 1 MiB',
      'The file is empty',
    ]);
    expect(box).toEqual({ text: '', sending: [] });
    const off = aBox(0);
    off.uploads.add([aFile('a')]);
    expect(off.uploads.items.get()[0]?.failure).toBe('Uploads are turned off in this organization');
  });

  it('say what the service said, and are sent again on demand', async () => {
    const { box, uploads } = aBox();
    uploads.add([aFile('a')]);
    box.sending[0]?.fail(new RequestRefused(413, { msg: 'Upload would exceed the quota.' }));
    await settled();
    expect(uploads.items.get()[0]).toMatchObject({ state: 'failed', failure: 'Upload would exceed the quota.' });
    expect(box.text.trim()).toBe('');
    expect(uploads.isBusy).toBe(false);
    uploads.retry(1);
    expect(box.text).toContain('#upload-1');
    box.sending[1]?.fail(new RequestFailed('cut off'));
    await settled();
    expect(uploads.items.get()[0]?.state).toBe('failed');
  });

  it('can be stopped, and leave nothing behind', async () => {
    const { box, uploads } = aBox();
    uploads.add([aFile('a')]);
    uploads.cancel(1);
    expect(box.sending[0]?.signal.aborted).toBe(true);
    box.sending[0]?.fail(new RequestFailed('cancelled'));
    await settled();
    expect(box.text.trim()).toBe('');
    expect(uploads.items.get()).toEqual([]);
  });

  it('are sent five at a time, and only once each', async () => {
    const { box, uploads } = aBox();
    uploads.add(Array.from({ length: 7 }, (_none, number) => aFile(`f${number}`)));
    expect(box.sending).toHaveLength(5);
    box.sending[0]?.done({ url: '/u/0', filename: 'f0' });
    await settled();
    expect(box.sending).toHaveLength(6);
    uploads.add([aFile('f0')]);
    expect(box.text.endsWith('[f0](/u/0)\n')).toBe(true);
    expect(box.sending).toHaveLength(6);
  });

  it('are known of wherever they go, until they are there', async () => {
    let done: (uploaded: Uploaded) => void = () => undefined;
    const send = () => new Promise<Uploaded>((resolve) => (done = resolve));
    const uploads = uploadsOf('a box', { change: () => undefined, limitMib: () => 1, send });
    expect(isUploading()).toBe(false);
    uploads.add([aFile('a.txt')]);
    expect(isUploading()).toBe(true);
    done({ url: '/user_uploads/1/a.txt', filename: 'a.txt' });
    await settled();
    expect(isUploading()).toBe(false);
  });
});
