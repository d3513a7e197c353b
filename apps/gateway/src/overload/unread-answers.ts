import type { ServerResponse } from 'node:http';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import { Transients } from '@stoa/transients';
import { GatewayEnvironment } from '../gateway-environment';
import { Ticker } from '../ticker';
import { Connections } from './connections';

/** A client that reads slower than this has lost its answer. */
const SLOWEST_BYTES_PER_SECOND = 16 * 1024;

type EndReason = 'unread' | 'unread_total';

interface Unread {
  readonly response: ServerResponse;
  /** Among the answers. */
  readonly place: number;
  readonly bytes: number;
  /** As `performance.now()`, like its end. */
  readonly writtenAt: number;
  readonly endsAt: number;
}

/**
 * Answers that were written but whose clients do not read them wait in this process' memory: each for a bounded time, and
 * together for bounded bytes, beyond which those that wait longest go. Ending the connection is all that can be done.
 */
@Injectable()
export class UnreadAnswers implements OnApplicationShutdown {
  private readonly answers = new Transients<Unread>();
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
    const writtenAt = performance.now();
    const place = this.answers.nextPlace;
    const unread: Unread = { response, place, bytes, writtenAt, endsAt: writtenAt + patienceMs };
    this.answers.add(unread);
    this.bytes += bytes;
    this.ticker.wake();
    // Counts from the last byte that the client took.
    response.socket?.setTimeout(this.stallMs);
    response.once('timeout', () => this.end(unread, 'unread'));
    response.once('finish', () => this.forget(unread));
    response.once('close', () => this.forget(unread));
    if (this.bytes > this.limit) this.makeRoom();
  }

  /** An answer that is sent in pieces ends when its client takes none for long, from the first one on. */
  watch(response: ServerResponse): void {
    response.once('pipe', () => {
      response.setTimeout(this.stallMs, () => this.disconnect(response, 'unread'));
    });
  }

  private makeRoom(): void {
    const oldestFirst = this.answers.values().sort((a, b) => a.writtenAt - b.writtenAt);
    for (const unread of oldestFirst) {
      if (this.bytes <= this.limit) return;
      this.end(unread, 'unread_total');
    }
  }

  private sweep(now: number): void {
    for (const unread of this.answers.values()) if (unread.endsAt <= now) this.end(unread, 'unread');
  }

  private end(unread: Unread, reason: EndReason): void {
    this.forget(unread);
    this.disconnect(unread.response, reason);
  }

  private disconnect(response: ServerResponse, reason: EndReason): void {
    this.connections.ended(reason);
    // Of an answer behind another on its connection, the response has no socket yet.
    const socket = response.socket ?? response.req.socket;
    socket.destroy();
  }

  private forget(unread: Unread): void {
    if (this.answers.remove(unread.place, unread)) this.bytes -= unread.bytes;
  }
}
