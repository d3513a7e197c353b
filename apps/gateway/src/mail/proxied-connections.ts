import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { type Network, isWithin, parseNetwork } from '../http/network';
import { readProxyHeader } from './rules/proxy-header';

/** A proxy says who is behind it in its first packet. */
const HEADER_MS = 5_000;

/**
 * Lets connections of proxies begin with the PROXY protocol, version 1 or 2. The library behind reads version 1 on every
 * connection: binary headers become lines, and whoever is no proxy cannot say that he is somebody else.
 * @param proxies addresses and networks
 */
export function admitProxies(server: Server, proxies: readonly string[]): void {
  const networks = proxies.map((network) => parseNetwork(network));
  const [accept] = server.listeners('connection');
  if (!accept) throw new Error('a mail server listens to its connections');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    void header(socket, networks).then(
      (start) => {
        socket.unshift(start);
        accept.call(server, socket);
      },
      () => socket.destroy(),
    );
  });
}

/** What the library is to read first. @throws Error if a proxy says nothing that is understood, in time */
async function header(socket: Socket, networks: readonly Network[]): Promise<Buffer> {
  if (!isWithin(socket.remoteAddress, networks)) return Buffer.from('PROXY UNKNOWN\r\n');
  const inTime = AbortSignal.timeout(HEADER_MS);
  let start = Buffer.alloc(0);
  for (;;) {
    const read = readProxyHeader(start);
    if (read.kind === 'invalid') throw new Error('a proxy began without its header');
    if (read.kind === 'read') return Buffer.concat([Buffer.from(`${read.line}\r\n`), start.subarray(read.bytes)]);
    const chunk: unknown = socket.read();
    if (Buffer.isBuffer(chunk)) start = Buffer.concat([start, chunk]);
    else if (socket.readableEnded || socket.destroyed) throw new Error('a proxy ended the connection');
    else await once(socket, 'readable', { signal: inTime });
  }
}
