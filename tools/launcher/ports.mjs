import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/** Below the range that systems hand out to outgoing connections, so that a restarted process finds its port free. */
const LOWEST = 12_000;
const HIGHEST = 31_999;

export function isPortFree(port, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.unref();
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Reserves a port against other launchers on this machine until this process ends, because it looks free while its
 * service still starts. (By a name that the kernel forgets with the process; only Linux has such names.)
 */
function claim(port) {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once('error', () => resolve(false));
    server.listen(`\0stoa-port-${port}`, () => resolve(true));
  });
}

/** Hands out ports that are free now, none twice. */
export class PortAllocator {
  #taken = new Set();

  /** @param preferred taken when it is free */
  async take(preferred) {
    const candidates = preferred === undefined ? [] : [preferred];
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const port = candidates.shift() ?? randomInt(LOWEST, HIGHEST);
      if (this.#taken.has(port) || !(await isPortFree(port)) || !(await claim(port))) continue;
      this.#taken.add(port);
      return port;
    }
    throw new Error('no free port was found');
  }
}

/** Whether something accepts connections at the host and port of a URL. */
export function acceptsConnections(url, timeoutMs = 3000) {
  const { hostname, port, protocol } = new URL(url);
  const defaults = {
    'postgres:': 5432,
    'postgresql:': 5432,
    'redis:': 6379,
    'rediss:': 6379,
    'nats:': 4222,
    'tls:': 4222,
  };
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaults[protocol] });
    const answer = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(timeoutMs, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('connect', () => answer(true));
  });
}
