import { createHash } from 'node:crypto';
import { Transform, TransformCallback } from 'node:stream';

/** What an archive says of a file. */
export interface Measure {
  /** Bytes. */
  size: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Passes bytes on and measures them. */
export class MeasuringStream extends Transform {
  private readonly digest = createHash('sha256');
  private size = 0;
  private measured: Measure | undefined;

  /** @param check of what has come in the end; what it throws ends the stream */
  constructor(private readonly check: (measure: Measure) => void = () => undefined) {
    super();
  }

  /** Of everything that came; to be asked for after the end. */
  get measure(): Measure {
    this.measured ??= { size: this.size, sha256: this.digest.digest('hex') };
    return this.measured;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.digest.update(chunk);
    this.size += chunk.length;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    try {
      this.check(this.measure);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
