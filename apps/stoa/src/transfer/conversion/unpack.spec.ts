import { createWriteStream, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32, createGzip, deflateRawSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { exportFolder } from './unpack';

interface ZipEntry {
  name: string;
  content: Buffer;
  /** What the archive claims the size to be. */
  claimedSize?: number;
}

/** A zip archive with exactly these entries, also such as no honest program writes. */
function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedSize = content.length } of entries) {
    const packed = deflateRawSync(content);
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize, 18);
    common.writeUInt16LE(label.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), common, label, packed);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, central, label);
    offset += 4 + common.length + label.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end]);
}

describe('archives that are unpacked', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-unpack-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const zip = (entries: readonly ZipEntry[]) => {
    const file = path.join(folder, 'export.zip');
    writeFileSync(file, zipOf(entries));
    return file;
  };
  const unpack = (file: string) => exportFolder(file, path.join(folder, 'work'));
  const users = { name: 'users.json', content: Buffer.from('[]') };

  it('are a folder as before, with what lies in one folder found', async () => {
    expect(await unpack(folder)).toBe(folder);
    const file = zip([
      { name: 'my export/', content: Buffer.alloc(0) },
      { ...users, name: 'my export/users.json' },
      { name: 'my export/general/2024-01-01.json', content: Buffer.from('[1]') },
    ]);
    const found = await unpack(file);
    expect(path.basename(found)).toBe('my export');
    expect(readFileSync(path.join(found, 'general/2024-01-01.json'), 'utf8')).toBe('[1]');
    writeFileSync(path.join(found, 'mark'), '');
    expect(existsSync(path.join(await unpack(file), 'mark'))).toBe(true);
  });

  it('are read as tar too, without following links', async () => {
    const packing = pack();
    packing.entry({ name: 'users.json' }, '[]');
    packing.entry({ name: 'link', type: 'symlink', linkname: '/etc/passwd' });
    packing.finalize();
    const file = path.join(folder, 'export.tar.gz');
    await pipeline(packing, createGzip(), createWriteStream(file));
    expect(readdirSync(await unpack(file)).sort()).toEqual(['.unpacked', 'users.json']);
  });

  it.each(['../evil', '/etc/evil', 'a/../../evil', 'a\\evil', 'a/./b'])(
    'are refused with the name %s',
    async (name) => {
      await expect(unpack(zip([users, { name, content: Buffer.from('x') }]))).rejects.toThrow(
        /lies outside|cannot be unpacked/,
      );
      expect(existsSync(path.join(folder, 'evil'))).toBe(false);
    },
  );

  it('are refused when a file of a tar lies outside the archive', async () => {
    const packing = pack();
    packing.entry({ name: '../evil' }, 'x');
    packing.finalize();
    const file = path.join(folder, 'export.tar');
    await pipeline(packing, createWriteStream(file));
    await expect(unpack(file)).rejects.toThrow('lies outside the archive');
    expect(existsSync(path.join(folder, 'evil'))).toBe(false);
  });

  it('are refused when they unpack to far more than they are, or than they say', async () => {
    const zeros = Buffer.alloc(120 * 1024 * 1024);
    await expect(unpack(zip([{ name: 'bomb', content: zeros }]))).rejects.toThrow('200 times its size');
    await expect(unpack(zip([{ name: 'lie', content: Buffer.alloc(5_000), claimedSize: 10 }]))).rejects.toThrow(
      'cannot be unpacked',
    );
  });

  it('are refused when they are none', async () => {
    writeFileSync(path.join(folder, 'export.zip'), 'not a zip');
    await expect(unpack(path.join(folder, 'export.zip'))).rejects.toThrow('cannot be unpacked');
    await expect(unpack(path.join(folder, 'absent.zip'))).rejects.toThrow('does not exist');
  });
});
