import { Readable, Transform, TransformCallback } from 'node:stream';

/** Thrown by a stream that had more bytes than it may have. */
export class TooManyBytesError extends Error {
  constructor() {
    super('the content has more bytes than allowed');
    this.name = 'TooManyBytesError';
  }
}

/** Passes bytes on until there are more than `limit`. */
class ByteLimit extends Transform {
  private seen = 0;

  constructor(private readonly limit: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.seen += chunk.length;
    if (this.seen > this.limit) done(new TooManyBytesError());
    else done(null, chunk);
  }
}

/** The same content; reading it fails with {@link TooManyBytesError} beyond `limit` bytes, and with the source's error. */
export function limited(source: Readable, limit: number): Readable {
  const stream = new ByteLimit(limit);
  // Whoever reads it later finds the error; until somebody does, it must not end the process.
  stream.on('error', () => undefined);
  source.once('error', (error) => stream.destroy(error));
  source.once('close', () => {
    if (!source.readableEnded) stream.destroy(new Error('the content ended early'));
  });
  return source.pipe(stream);
}

/** The same content, as far as it came: a source that breaks off ends it. */
export async function* asFarAsItCame(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield Buffer.from(chunk);
  } catch {
    return;
  }
}
