import { once } from 'node:events';
import { Server, Socket, connect, createServer } from 'node:net';
import type { LinkFaultKind } from '../faults/fault';

/** Delay of `delay`, and pause between the halves of `halve`, in milliseconds. */
const DELAY_MS = 150;
const HALVES_MS = 15;

/** One direction of a connection: chunks in order, each treated as the fault of the moment says. */
class Lane {
  private chain: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly proxy: FaultProxy,
    private readonly end: () => void,
  ) {
    from.on('data', (chunk: Buffer) => this.take(chunk));
    from.on('end', () => void (this.chain = this.chain.then(() => void this.to.end())));
  }

  private take(chunk: Buffer): void {
    if (this.proxy.fault === undefined && this.waiting === 0) {
      this.write(chunk);
      return;
    }
    this.waiting += 1;
    // What waits must not grow without bound while nothing passes.
    this.from.pause();
    this.chain = this.chain
      .then(() => this.forward(chunk))
      .finally(() => {
        this.waiting -= 1;
        if (this.waiting === 0) this.from.resume();
      });
  }

  private async forward(chunk: Buffer): Promise<void> {
    await this.proxy.whileHeld();
    const middle = chunk.length >> 1;
    switch (this.proxy.fault) {
      case 'delay':
        await pause(DELAY_MS);
        break;
      case 'halve':
        this.write(chunk.subarray(0, middle));
        await pause(HALVES_MS);
        this.write(chunk.subarray(middle));
        return;
      case 'cut':
        if (!this.to.destroyed) await new Promise((resolve) => this.to.write(chunk.subarray(0, middle), resolve));
        this.end();
        return;
      default:
    }
    this.write(chunk);
  }

  private write(chunk: Buffer): void {
    if (this.to.destroyed || !this.to.writable) return;
    if (!this.to.write(chunk)) {
      this.from.pause();
      this.to.once('drain', () => this.from.resume());
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A TCP port of the loopback that passes everything on to a server, and does it badly when a fault is set. */
export class FaultProxy {
  private readonly server: Server;
  private readonly pairs = new Set<{ client: Socket; upstream: Socket }>();
  private current: LinkFaultKind | undefined;
  private held: { promise: Promise<void>; release: () => void } | undefined;

  constructor(private readonly targetPort: number) {
    this.server = createServer({ noDelay: true }, (client) => this.accept(client));
  }

  get fault(): LinkFaultKind | undefined {
    return this.current;
  }

  get connections(): number {
    return this.pairs.size;
  }

  /** @returns the port that it listens at */
  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    return address.port;
  }

  /** Begins a fault, or ends it with undefined: what was held back goes on then. */
  setFault(fault: LinkFaultKind | undefined): void {
    this.current = fault;
    this.held?.release();
    this.held = undefined;
    if (fault === 'drop') {
      let release = (): void => undefined;
      const promise = new Promise<void>((resolve) => (release = resolve));
      this.held = { promise, release };
    }
    if (fault === 'reset' || fault === 'refuse') this.resetAll();
  }

  async whileHeld(): Promise<void> {
    while (this.held) await this.held.promise;
  }

  async close(): Promise<void> {
    this.setFault(undefined);
    this.server.close();
    this.resetAll();
    await once(this.server, 'close');
  }

  private resetAll(): void {
    for (const { client, upstream } of this.pairs) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
    this.pairs.clear();
  }

  private accept(client: Socket): void {
    if (this.current === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ port: this.targetPort, host: '127.0.0.1', noDelay: true });
    const pair = { client, upstream };
    this.pairs.add(pair);
    const end = () => {
      if (!this.pairs.delete(pair)) return;
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end);
    // A side that closed in order has said all; the other hears the rest of it.
    client.on('close', (hadError) => (hadError ? end() : this.finish(pair)));
    upstream.on('close', (hadError) => (hadError ? end() : this.finish(pair)));
    new Lane(client, upstream, this, end);
    new Lane(upstream, client, this, end);
  }

  private finish(pair: { client: Socket; upstream: Socket }): void {
    if (!pair.client.destroyed && pair.client.writable) pair.client.end();
    if (!pair.upstream.destroyed && pair.upstream.writable) pair.upstream.end();
    if (pair.client.destroyed && pair.upstream.destroyed) this.pairs.delete(pair);
  }
}
