import { once } from 'node:events';
import { Server, Socket, connect, createServer } from 'node:net';

/** What connections can be given to. */
export interface Backend {
  /** Undefined while it does not listen. */
  port(): number | undefined;
  /** Its readiness probe, once. */
  isReady(): Promise<boolean>;
  /** Readiness probes in a row that must fail before it gets no more connections. */
  failureThreshold: number;
}

const PROBE_MS = 100;

/**
 * Gives each connection to the next backend that is ready, as a Service of Kubernetes does: a backend that is not ready, or was
 * taken out, gets no new connections and keeps those that it has.
 */
export class LoadBalancer {
  private readonly failures = new Map<Backend, number>();
  private readonly server: Server = createServer({ allowHalfOpen: true }, (client) => void this.accept(client));
  private readonly sockets = new Set<Socket>();
  private timer: NodeJS.Timeout | undefined;
  private next = 0;

  /** @returns the port that clients connect to */
  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the load balancer has no port');
    this.timer = setInterval(() => void this.probe(), PROBE_MS);
    return address.port;
  }

  add(backend: Backend): void {
    // Not before its first probe.
    this.failures.set(backend, backend.failureThreshold);
  }

  remove(backend: Backend): void {
    this.failures.delete(backend);
  }

  has(backend: Backend): boolean {
    return (this.failures.get(backend) ?? Infinity) < backend.failureThreshold;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private async probe(): Promise<void> {
    for (const backend of [...this.failures.keys()]) {
      const isReady = await backend.isReady().catch(() => false);
      const failures = this.failures.get(backend);
      if (failures !== undefined) this.failures.set(backend, isReady ? 0 : failures + 1);
    }
  }

  private async accept(client: Socket): Promise<void> {
    this.track(client);
    const serving = [...this.failures.keys()].filter((backend) => this.has(backend));
    // A connection that is refused was not given to anybody: the next one gets it.
    for (let attempt = 0; attempt < serving.length; attempt++) {
      const port = serving[this.next++ % serving.length]?.port();
      const upstream = port === undefined ? undefined : await connected(port);
      if (!upstream) continue;
      this.track(upstream);
      client.pipe(upstream);
      upstream.pipe(client);
      return;
    }
    client.destroy();
  }

  private track(socket: Socket): void {
    socket.setNoDelay(true);
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }
}

async function connected(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}
