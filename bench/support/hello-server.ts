import Fastify from 'fastify';

/** Child process: the least that an HTTP answer costs here. Tells its port; answers `cpu` with its processor seconds. */
async function main(): Promise<void> {
  const server = Fastify();
  server.get('/', () => ({ result: 'success', msg: '' }));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuSeconds: (user + system) / 1e6 });
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: Number(new URL(address).port) });
}

void main();
