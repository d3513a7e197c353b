import { once } from 'node:events';
import { Server, Socket, connect, createServer } from 'node:net';
import { eventually } from '@stoa/testing';
import { FaultProxy } from './fault-proxy';

/** Answers every byte with itself. */
describe('a link with faults', () => {
  let echo: Server;
  let proxy: FaultProxy;
  let port: number;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
    echo.listen(0, '127.0.0.1');
    await once(echo, 'listening');
    const address = echo.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    proxy = new FaultProxy(address.port);
    port = await proxy.listen();
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await proxy.close();
    echo.close();
  });

  /** A connection that gathers what comes back. */
  async function open(): Promise<{ socket: Socket; received: () => string; failure: () => string | undefined }> {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    let received = '';
    let failure: string | undefined;
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code));
    socket.on('close', () => (failure ??= 'closed'));
    await eventually(() => !socket.connecting || failure !== undefined);
    return { socket, received: () => received, failure: () => failure };
  }

  async function exchange(text: string): Promise<Awaited<ReturnType<typeof open>>> {
    const connection = await open();
    connection.socket.write(text);
    await eventually(() => connection.received() === text);
    return connection;
  }

  it('passes everything on, and the end as well', async () => {
    const { socket, failure } = await exchange('hello');
    socket.end();
    await eventually(() => failure() === 'closed');
    await eventually(() => proxy.connections === 0);
  });

  it.each(['delay', 'halve'] as const)('loses nothing and keeps the order under %s', async (fault) => {
    proxy.setFault(fault);
    const { socket, received } = await open();
    const parts = Array.from({ length: 5 }, (_, index) => `${index},`);
    for (const part of parts) {
      socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => received() === parts.join(''));
  });

  it('holds back under drop and delivers when it is over', async () => {
    const { socket, received } = await exchange('before');
    proxy.setFault('drop');
    socket.write(' during');
    const other = await exchangeless();
    expect([received(), other.received()]).toEqual(['before', '']);
    proxy.setFault(undefined);
    await eventually(() => received() === 'before during');
    await eventually(() => other.received() === 'other');
  });

  /** A connection that says something and does not wait for it to come back. */
  async function exchangeless() {
    const connection = await open();
    await new Promise((resolve) => connection.socket.write('other', resolve));
    return connection;
  }

  it('breaks in the middle under cut', async () => {
    const { socket, received, failure } = await exchange('whole');
    proxy.setFault('cut');
    socket.write('12345678');
    await eventually(() => failure() !== undefined);
    expect(received().length).toBeLessThan('whole12345678'.length);
  });

  it('breaks connections under reset and takes new ones', async () => {
    const { failure } = await exchange('one');
    proxy.setFault('reset');
    await eventually(() => failure() === 'ECONNRESET');
    await exchange('two');
  });

  it('takes no connection under refuse', async () => {
    proxy.setFault('refuse');
    const { failure } = await open();
    await eventually(() => failure() !== undefined);
    proxy.setFault(undefined);
    await exchange('again');
  });
});
