import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from './free-port';

/** Who listens meanwhile. */
async function listener(port: number): Promise<{ close: () => void }> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('a free port', () => {
  it('is below those of outgoing connections, and nobody listens at it', async () => {
    const port = await freePort();
    expect(port).toBeLessThan(32_768);
    (await listener(port)).close();
  });

  it('is none that somebody listens at', async () => {
    const [taken, free] = [await freePort(), await freePort()];
    const server = await listener(taken);
    const drawn = [taken, taken, free];
    expect(await freePort(() => drawn.shift() ?? 0)).toBe(free);
    await expect(freePort(() => taken)).rejects.toThrow('Each of 20 ports was taken.');
    server.close();
  });
});
