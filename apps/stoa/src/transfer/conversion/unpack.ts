import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isKey } from '@stoa/storage';
import { extract } from 'tar-stream';
import { Entry, ZipFile, open as openZip } from 'yauzl';
import { BadDataError, UsageError } from '../../base/command-line/failures';

/** JSON packs well, but not a thousandfold: what unpacks to more than this was made to fill a disk. */
const MOST_TIMES_LARGER = 200;
const SMALL_BYTES = 100 * 1024 * 1024;
const MOST_ENTRIES = 5_000_000;
const DONE_FILE = '.unpacked';

/** Counts what an archive unpacks to. @throws BadDataError */
class UnpackBudget {
  private bytes = 0;
  private entries = 0;

  constructor(private readonly packedBytes: number) {}

  addEntry(): void {
    this.entries += 1;
    if (this.entries > MOST_ENTRIES) throw new BadDataError(`the archive has more than ${MOST_ENTRIES} files`);
  }

  addBytes(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > Math.max(SMALL_BYTES, this.packedBytes * MOST_TIMES_LARGER)) {
      throw new BadDataError(
        `the archive unpacks to more than ${MOST_TIMES_LARGER} times its size; it is not unpacked`,
      );
    }
  }

  counting(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        try {
          this.addBytes(chunk.length);
          done(null, chunk);
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      },
    });
  }
}

/** Where an entry goes; names that lead elsewhere are refused. @throws BadDataError */
function targetOf(folder: string, name: string): string {
  const clean = name.replace(/^\.\//, '');
  if (!isKey(clean))
    throw new BadDataError(
      `the archive has a file "${JSON.stringify(name).slice(1, 200)}, which lies outside the archive`,
    );
  const target = path.join(folder, ...clean.split('/'));
  mkdirSync(path.dirname(target), { recursive: true });
  return target;
}

/**
 * The folder of an export: as it is, or unpacked from a .zip, .tar.gz or .tar into `work`. What was unpacked before is not
 * unpacked again.
 * @throws BadDataError for archives that lead elsewhere or unpack to far more than they are
 */
export async function exportFolder(source: string, work: string): Promise<string> {
  if (!existsSync(source)) throw new UsageError(`${source} does not exist`);
  if (statSync(source).isDirectory()) return source;
  const folder = path.join(work, 'unpacked');
  const done = path.join(folder, DONE_FILE);
  const stamp = `${statSync(source).size} ${statSync(source).mtimeMs}`;
  if (existsSync(done) && readFileSync(done, 'utf8') === stamp) return rootOf(folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const budget = new UnpackBudget(statSync(source).size);
  try {
    if (source.endsWith('.zip')) await unpackZip(source, folder, budget);
    else await unpackTar(source, folder, budget);
  } catch (error) {
    if (error instanceof BadDataError) throw error;
    throw new BadDataError(`${source} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  }
  writeFileSync(done, stamp);
  return rootOf(folder);
}

/** Archives often hold one folder with everything in it. */
function rootOf(folder: string): string {
  const marks = ['realm.json', 'users.json'];
  if (marks.some((name) => existsSync(path.join(folder, name)))) return folder;
  const inner = readdirSync(folder).find((name) => marks.some((mark) => existsSync(path.join(folder, name, mark))));
  return inner === undefined ? folder : path.join(folder, inner);
}

async function unpackTar(source: string, folder: string, budget: UnpackBudget): Promise<void> {
  const unpacking = extract();
  unpacking.on('entry', (header, stream, next) => {
    const work = async (): Promise<void> => {
      budget.addEntry();
      if (header.type !== 'file') {
        // Folders are made for their files; links are not followed.
        stream.resume();
        await new Promise((resolve) => stream.once('end', resolve));
        return;
      }
      await pipeline(stream, createWriteStream(targetOf(folder, header.name)));
    };
    work().then(
      () => next(),
      (error: unknown) => unpacking.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  });
  const packed = createReadStream(source);
  if (/\.t?gz$/.test(source)) await pipeline(packed, createGunzip(), budget.counting(), unpacking);
  else await pipeline(packed, budget.counting(), unpacking);
}

async function unpackZip(source: string, folder: string, budget: UnpackBudget): Promise<void> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    // Sizes are checked against what the archive says of them while it is read.
    openZip(source, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true }, (error, file) =>
      error ? reject(error) : resolve(file),
    );
  });
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve());
    zip.on('entry', (entry: Entry) => {
      unpackEntry(zip, entry, folder, budget).then(
        () => zip.readEntry(),
        (error: unknown) => {
          zip.close();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
    zip.readEntry();
  });
}

async function unpackEntry(zip: ZipFile, entry: Entry, folder: string, budget: UnpackBudget): Promise<void> {
  budget.addEntry();
  if (entry.fileName.endsWith('/')) return;
  const target = targetOf(folder, entry.fileName);
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, readable) => (error ? reject(error) : resolve(readable)));
  });
  await pipeline(stream, budget.counting(), createWriteStream(target));
}
