import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections (from 32,768 on), any of which may begin at any moment. */
const FIRST = 20_000;
const LAST = 32_000;
const ATTEMPTS = 20;

const anyPort = (): number => randomInt(FIRST, LAST);

/**
 * A port of 127.0.0.1 that nobody listens at, and that no outgoing connection takes before it is used.
 * @param draw what is tried next
 * @throws if 20 in a row were taken
 */
export async function freePort(draw = anyPort): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = draw();
    if (await isFree(port)) return port;
  }
  throw new Error(`Each of ${ATTEMPTS} ports was taken.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
