import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';
import { ConnectionMetrics } from './connection-metrics';

/** Beyond the limit so many more are taken to be answered 503; after them the system closes them unseen. */
const SPARE_CONNECTIONS = 256;
/** Requests that one connection may have open: clients send the next one before the answer, but not a hundred. */
const MOST_PIPELINED = 16;
/** A stopping process closes a connection that had no request for so long. */
const IDLE_BEFORE_CLOSING_MS = 3_000;
const DRAIN_STEP_MS = 50;

interface Connection {
  readonly isBeyondLimit: boolean;
  /** Requests that are not answered yet: few, so a new list for each costs less than one with room for more. */
  open: readonly ServerResponse[];
  /** Of performance.now(). */
  idleSince: number;
}

/** Why a request must not be looked at: its connection is one too many, or has too many requests open. */
export type ConnectionRefusal = 'limit' | 'pipelined';

/** The connections of this process: their number is bounded, and they end one by one when the process stops. */
@Injectable()
export class Connections {
  private readonly connections = new Map<Socket, Connection>();
  /** Requests that their connection has too many of. */
  private readonly surplus = new WeakSet<IncomingMessage>();
  private readonly counts: ConnectionMetrics;
  private readonly limit: number;
  private isDraining = false;

  constructor(
    private readonly environment: GatewayEnvironment,
    metrics: Metrics,
  ) {
    this.limit = environment.STOA_HTTP_CONNECTIONS;
    this.counts = new ConnectionMetrics(metrics, () => this.connections.size);
  }

  attach(server: Server): void {
    server.maxConnections = this.limit + SPARE_CONNECTIONS;
    server.on('drop', () => this.counts.refused('unseen'));
    server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ERR_HTTP_REQUEST_TIMEOUT') this.counts.ended('headers');
    });
    server.prependListener('connection', (socket) => this.onConnection(socket));
    server.prependListener('request', (request, response) => this.onRequest(request, response));
  }

  /** @returns why the request is to be answered 503, if it is */
  refusalOf(request: IncomingMessage): ConnectionRefusal | undefined {
    const connection = this.connections.get(request.socket);
    if (!connection) return undefined;
    if (connection.isBeyondLimit) return this.refuse('limit');
    return this.surplus.has(request) ? this.refuse('pipelined') : undefined;
  }

  /** Whether {@link refusalOf} refuses the request, without counting it. */
  isWelcome(request: IncomingMessage): boolean {
    return this.connections.get(request.socket)?.isBeyondLimit !== true && !this.surplus.has(request);
  }

  /** Counts a connection that was ended because of what its client does. */
  ended(reason: 'body' | 'unread' | 'unread_total'): void {
    this.counts.ended(reason);
  }

  /** From now on every answer says that its connection ends with it. */
  startDraining(): void {
    this.isDraining = true;
    for (const { open } of this.connections.values()) {
      for (const response of open) response.shouldKeepAlive = false;
    }
  }

  /**
   * Goes on serving until every connection has ended, or for the configured time: a request that a client has sent
   * already must not meet a closed connection, so only those are closed on which nothing came for a while.
   */
  async drained(): Promise<void> {
    const deadline = performance.now() + this.environment.STOA_HTTP_DRAIN_SECONDS * 1_000;
    while (this.connections.size > 0 && performance.now() < deadline) {
      const quietSince = performance.now() - IDLE_BEFORE_CLOSING_MS;
      for (const [socket, { open, idleSince }] of this.connections) {
        if (open.length === 0 && idleSince < quietSince) socket.end();
      }
      await new Promise((resolve) => setTimeout(resolve, DRAIN_STEP_MS));
    }
  }

  private refuse(how: ConnectionRefusal): ConnectionRefusal {
    this.counts.refused(how);
    return how;
  }

  private onConnection(socket: Socket): void {
    const isBeyondLimit = this.connections.size >= this.limit;
    this.connections.set(socket, { isBeyondLimit, open: [], idleSince: performance.now() });
    socket.once('close', () => this.connections.delete(socket));
  }

  private onRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.get(request.socket);
    if (!connection) return;
    if (connection.open.length >= MOST_PIPELINED) this.surplus.add(request);
    connection.open = connection.open.concat(response);
    if (this.isDraining) response.shouldKeepAlive = false;
    response.once('close', () => {
      connection.open = connection.open.filter((one) => one !== response);
      connection.idleSince = performance.now();
    });
  }
}
