import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { GatewayEnvironment } from '../gateway-environment';
import { Pace, type PaceOwner } from './pace';

/** A file opened alone comes at this share of what all of its organization's have. */
const USER_SHARE = 0.5;
const BURST_MS = 100;
/** Files are read in pieces of at most this size. */
const LARGEST_PIECE_BYTES = 65_536;

/**
 * How fast a process sends stored files. A client that reads as fast as a network card can, or that only pretends to read
 * and lets the system's buffers fill, would otherwise take the processor's time of everybody: a megabyte costs 3 ms of
 * garbage collection alone, in pauses of up to 80 ms on a busy machine.
 */
@Injectable()
export class DownloadPace {
  private readonly pace: Pace;

  constructor(environment: GatewayEnvironment) {
    const perSecond = environment.STOA_HTTP_DOWNLOAD_BYTES_PER_SECOND;
    this.pace = new Pace({ perSecond, userShare: USER_SHARE, burstMs: BURST_MS });
  }

  /** The same content, at the pace of its owner; its errors, and the end of whoever reads it, are passed on. */
  paced(content: Readable, owner: PaceOwner): Readable {
    return Readable.from(this.pieces(content, owner), { objectMode: false, highWaterMark: LARGEST_PIECE_BYTES });
  }

  private async *pieces(content: Readable, owner: PaceOwner): AsyncGenerator<Uint8Array> {
    for await (const bytes of content) {
      if (!(bytes instanceof Uint8Array)) throw new TypeError('files are read as bytes');
      for (let at = 0; at < bytes.length; at += LARGEST_PIECE_BYTES) {
        const part = bytes.subarray(at, at + LARGEST_PIECE_BYTES);
        await this.pace.take(part.length, owner);
        yield part;
      }
    }
  }
}
