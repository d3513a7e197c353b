import type { ServerResponse } from 'node:http';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';
import { Ticker } from '../ticker';
import { Connections } from './connections';

/** A client that reads slower than this has lost its answer. */
const SLOWEST_BYTES_PER_SECOND = 16 * 1024;

interface Unread {
  bytes: number;
  /** Of performance.now(). */
  endsAt: number;
}

/**
 * Answers that were written but whose clients do not read them wait in this process' memory: each for a bounded time, and
 * together for bounded bytes, beyond which those that wait longest go. Ending the connection is all that can be done.
 */
@Injectable()
export class UnreadAnswers implements OnApplicationShutdown {
  /** Oldest first. */
  private readonly answers = new Map<ServerResponse, Unread>();
  private readonly stallMs: number;
  private readonly limit: number;
  private readonly ticker: Ticker;
  private bytes = 0;

  constructor(
    environment: GatewayEnvironment,
    private readonly connections: Connections,
    metrics: Metrics,
  ) {
    this.stallMs = environment.STOA_HTTP_STALL_SECONDS * 1_000;
    this.limit = environment.STOA_HTTP_UNREAD_BYTES;
    this.ticker = new Ticker(Math.min(1_000, this.stallMs / 2), () => {
      this.sweep(performance.now());
      return this.answers.size > 0;
    });
    metrics.gauge('stoa_http_unread_bytes', 'Bytes of answers that clients have not read.', [], (gauge) =>
      gauge.set(this.bytes),
    );
  }

  onApplicationShutdown(): void {
    this.ticker.stop();
  }

  /** To be called when a whole answer was written: does nothing if the system took all of it. */
  note(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.writableFinished || response.destroyed) return;
    const patienceMs = this.stallMs + (bytes / SLOWEST_BYTES_PER_SECOND) * 1_000;
    this.answers.set(response, { bytes, endsAt: performance.now() + patienceMs });
    this.bytes += bytes;
    this.ticker.wake();
    // Counts from the last byte that the client took.
    response.socket?.setTimeout(this.stallMs);
    response.once('timeout', () => this.end(response, 'unread'));
    response.once('finish', () => this.forget(response));
    response.once('close', () => this.forget(response));
    for (const [oldest] of this.answers) {
      if (this.bytes <= this.limit) break;
      this.end(oldest, 'unread_total');
    }
  }

  /** An answer that is sent in pieces ends when its client takes none for long, from the first one on. */
  watch(response: ServerResponse): void {
    response.once('pipe', () => {
      response.setTimeout(this.stallMs, () => this.end(response, 'unread'));
    });
  }

  private sweep(now: number): void {
    for (const [response, { endsAt }] of this.answers) if (endsAt <= now) this.end(response, 'unread');
  }

  private end(response: ServerResponse, reason: 'unread' | 'unread_total'): void {
    this.forget(response);
    this.connections.ended(reason);
    // Of an answer behind another on its connection, the response has no socket yet.
    const socket = response.socket ?? response.req.socket;
    socket.destroy();
  }

  private forget(response: ServerResponse): void {
    const unread = this.answers.get(response);
    if (!unread) return;
    this.answers.delete(response);
    this.bytes -= unread.bytes;
  }
}
