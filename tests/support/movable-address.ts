import { once } from 'node:events';
import { Server, Socket, connect, createServer } from 'node:net';

/** A port of the loopback behind which servers change, as behind a Service whose primary changes. */
export class MovableAddress {
  private readonly server: Server = createServer((client) => this.accept(client));
  private readonly sockets = new Set<Socket>();
  private target: number | undefined;

  /** @returns the port that does not change */
  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('there is no port');
    return address.port;
  }

  /** Ends all connections, and gives new ones to another port, or to nobody. */
  pointTo(target: number | undefined): void {
    this.target = target;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.pointTo(undefined);
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    if (this.target === undefined) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(this.target, '127.0.0.1');
    const pair = [client, upstream];
    for (const socket of pair) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        for (const other of pair) other.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  }
}
