import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tableFile } from './layout';
import { RecordWriter } from './record-writer';

describe('RecordWriter', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-writer-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('writes a line of JSON for each record, and counts', async () => {
    const writer = new RecordWriter(folder, 'message');
    await writer.write({ id: 1, content: 'ä\n' });
    await writer.write({ id: 2 });
    const text = '{"id":1,"content":"ä\\n"}\n{"id":2}\n';
    expect(await writer.close()).toEqual({ lines: 2, bytes: Buffer.byteLength(text) });
    expect(readFileSync(tableFile(folder, 'message'), 'utf8')).toBe(text);
  });

  it('fails whoever writes or closes when the file cannot be written', async () => {
    // A folder where the file should be.
    mkdirSync(tableFile(folder, 'message'), { recursive: true });
    await expect(new RecordWriter(folder, 'message').close()).rejects.toMatchObject({ code: 'EISDIR' });
    const writer = new RecordWriter(folder, 'message');
    const writing = async (): Promise<void> => {
      for (;;) await writer.write({ content: 'x'.repeat(300_000) });
    };
    await expect(writing()).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
