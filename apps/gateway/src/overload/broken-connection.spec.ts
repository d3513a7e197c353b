import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { answerBrokenConnection } from './broken-connection';

const LONG_HEADER = `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(800_000)}\r\n\r\n`;

describe('a connection that breaks', () => {
  let server: Server;

  beforeAll(async () => {
    server = createServer((_request, response) => response.end());
    server.on('clientError', answerBrokenConnection);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
  });

  /** @returns what came back until the connection was closed, and the error by which it was, if so */
  async function exchange(bytes: string): Promise<{ text: string; error?: string }> {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let error: string | undefined;
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', ({ message }) => (error = message));
    socket.write(bytes);
    await once(socket, 'close');
    return { text, ...(error === undefined ? {} : { error }) };
  }

  it('is answered, however much of it nobody wants to read', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { text, error } = await exchange(LONG_HEADER);
      expect(error).toBeUndefined();
      expect(text).toMatch(/^HTTP\/1.1 431 /);
      expect(text.match(/HTTP\/1.1/g)).toHaveLength(1);
    }
  });

  it('is answered where it is no HTTP, and ends although its client goes on', async () => {
    const { text } = await exchange('hello\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1.1 400 /);
  });
});
