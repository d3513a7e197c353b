import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Transients } from '@stoa/transients';
import { GatewayEnvironment } from '../gateway-environment';
import { Ticker } from '../ticker';

/** Bytes per second, in the mean of a window, below which a body is given up: a tenth of the slowest mobile network. */
const SLOWEST_BYTES_PER_SECOND = 500;

type OnSlow = (request: IncomingMessage, response: ServerResponse) => void;

interface Window {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Among the windows. */
  readonly place: number;
  /** Of performance.now(). */
  startedAt: number;
  /** Bytes that the connection had received by then. */
  bytes: number;
}

/**
 * Finds bodies that trickle in: in every window of `STOA_HTTP_STALL_SECONDS` some bytes per second must come. Time in which
 * this process itself does not read, because what it hands the bytes to is slow, does not count.
 */
@Injectable()
export class SlowBodies implements OnApplicationShutdown {
  private readonly windows = new Transients<Window>();
  private readonly windowMs: number;
  private readonly ticker: Ticker;
  private onSlow: OnSlow = () => undefined;

  constructor(environment: GatewayEnvironment) {
    this.windowMs = environment.STOA_HTTP_STALL_SECONDS * 1_000;
    this.ticker = new Ticker(Math.min(1_000, this.windowMs / 2), () => {
      this.sweep(performance.now());
      return this.windows.size > 0;
    });
  }

  /** @param onSlow called once for each request whose body is too slow */
  start(onSlow: OnSlow): void {
    this.onSlow = onSlow;
  }

  onApplicationShutdown(): void {
    this.ticker.stop();
  }

  /** Begins to look at a request that has a body. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    const place = this.windows.nextPlace;
    const window: Window = { request, response, place, startedAt: performance.now(), bytes: socket.bytesRead };
    this.windows.add(window);
    this.ticker.wake();
    const forget = () => this.forget(window);
    request.once('end', forget);
    request.once('close', forget);
  }

  private forget(window: Window): void {
    this.windows.remove(window.place, window);
  }

  private sweep(now: number): void {
    for (const window of this.windows.values()) {
      const { request, response } = window;
      const elapsedMs = now - window.startedAt;
      const bytes = request.socket.bytesRead;
      const isOurPace = request.readableLength > 0 || request.isPaused();
      if (!isOurPace && elapsedMs < this.windowMs) continue;
      if (isOurPace || bytes - window.bytes >= (SLOWEST_BYTES_PER_SECOND * elapsedMs) / 1_000) {
        Object.assign(window, { startedAt: now, bytes });
      } else {
        this.forget(window);
        this.onSlow(request, response);
      }
    }
  }
}
