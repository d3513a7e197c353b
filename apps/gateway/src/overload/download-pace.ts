import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { TokenBucket } from 'limiter';
import { GatewayEnvironment } from '../gateway-environment';

/** Whose bytes are counted. A user without a name is nobody in particular: their organization's share is theirs. */
export interface DownloadOwner {
  realmId: number;
  userId?: number;
}

/** What of its organization's pace one user has. */
const USER_SHARE = 0.25;
/** What may be sent at once after a pause, in milliseconds of the pace. */
const BURST_MS = 250;
/** Files are read in pieces of at most this size. */
const LARGEST_PIECE_BYTES = 65_536;
/** Buckets that are full say nothing, so those that were not used for longest may be forgotten. */
const MOST_REMEMBERED = 10_000;

/**
 * How fast a process sends stored files. A client that reads as fast as a network card can, or that only pretends to read
 * and lets the system's buffers fill, would otherwise take the processor's time of everybody: copying bytes is all that
 * this process does then.
 */
@Injectable()
export class DownloadPace {
  private readonly realms = new Map<number, TokenBucket>();
  private readonly users = new Map<number, TokenBucket>();
  private readonly bytesPerSecond: number;

  constructor(environment: GatewayEnvironment) {
    this.bytesPerSecond = environment.STOA_HTTP_DOWNLOAD_BYTES_PER_SECOND;
  }

  /** The same content, at the pace of its owner; its errors, and the end of whoever reads it, are passed on. */
  paced(content: Readable, owner: DownloadOwner): Readable {
    return Readable.from(this.pieces(content, owner), { objectMode: false, highWaterMark: LARGEST_PIECE_BYTES });
  }

  private async *pieces(content: Readable, { realmId, userId }: DownloadOwner): AsyncGenerator<Uint8Array> {
    const realm = bucketOf(this.realms, realmId, () => this.bucket(this.bytesPerSecond));
    const ofUser = () => this.bucket(this.bytesPerSecond * USER_SHARE, realm);
    const bucket = userId === undefined ? realm : bucketOf(this.users, userId, ofUser);
    for await (const bytes of content) {
      if (!(bytes instanceof Uint8Array)) throw new TypeError('files are read as bytes');
      for (let at = 0; at < bytes.length; at += LARGEST_PIECE_BYTES) {
        const part = bytes.subarray(at, at + LARGEST_PIECE_BYTES);
        await bucket.removeTokens(part.length);
        yield part;
      }
    }
  }

  private bucket(bytesPerSecond: number, parentBucket?: TokenBucket): TokenBucket {
    const bucketSize = Math.max(LARGEST_PIECE_BYTES, (bytesPerSecond * BURST_MS) / 1_000);
    const bucket = new TokenBucket({ bucketSize, tokensPerInterval: bytesPerSecond, interval: 'second', parentBucket });
    bucket.content = bucketSize;
    return bucket;
  }
}

/** The most recently used come last. */
function bucketOf(buckets: Map<number, TokenBucket>, id: number, make: () => TokenBucket): TokenBucket {
  const bucket = buckets.get(id) ?? make();
  buckets.delete(id);
  buckets.set(id, bucket);
  const [oldest] = buckets.size > MOST_REMEMBERED ? buckets.keys() : [];
  if (oldest !== undefined) buckets.delete(oldest);
  return bucket;
}
