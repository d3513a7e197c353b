import { Readable, pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutgoingError, outgoingError } from './outgoing-error';

/** What cut-off bodies end with is of use as well. */
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

/** Encodings that {@link decodedBody} undoes. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/**
 * A body without its content encoding. It is decoded as it is read, a few kilobytes ahead at most: a small body that
 * stands for a huge one costs what its reader takes of it. @throws OutgoingError for unknown and for several encodings
 */
export function decodedBody(body: Readable, encoding: string | undefined): Readable {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return decodedBy(body, createGunzip(ZLIB));
    case 'deflate':
      return decodedBy(body, createInflate(ZLIB));
    case 'br':
      return decodedBy(body, createBrotliDecompress(BROTLI));
    default:
      body.destroy();
      throw new OutgoingError('encoding', 'the body has an encoding that was not asked for');
  }
}

type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>;

function decodedBy(body: Readable, decoder: Decoder): Readable {
  // Ends both when either ends; errors come out of the decoder.
  pipeline(body, decoder, () => undefined);
  return decoder;
}

/** The beginning of a body, which is destroyed then. @throws OutgoingError if the other side breaks off before */
export async function readAtMost(stream: Readable, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size >= mostBytes) break;
    }
  } catch (error) {
    throw outgoingError(error);
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
}
