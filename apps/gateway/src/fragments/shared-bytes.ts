import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';

const compress = promisify(deflateRaw);

/** What is sent often is compressed well; what changes soon, or only one answer has, is compressed fast. */
export const CompressionLevel = { shared: 6, single: 1 } as const;

/** A run of DEFLATE blocks that ends at a byte boundary and refers to nothing before it, so runs can be joined. */
export function deflateRun(bytes: Buffer, level: number): Promise<Buffer> {
  return compress(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH });
}

/** Bytes that many answers have, and their compressed form once somebody asked for one. */
export class SharedBytes {
  private compressed: Promise<Buffer> | undefined;

  constructor(
    readonly bytes: Buffer,
    private readonly level: number = CompressionLevel.shared,
  ) {}

  /** The next caller tries again after a failure. */
  deflated(): Promise<Buffer> {
    return (this.compressed ??= deflateRun(this.bytes, this.level).catch((error: unknown) => {
      this.compressed = undefined;
      throw error;
    }));
  }
}
