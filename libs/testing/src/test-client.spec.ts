import { execFileSync } from 'node:child_process';
import path from 'node:path';

const MODULE = path.resolve(__dirname, '..', '..', '..', 'dist', 'libs', 'testing', 'src', 'test-client.js');

describe('TestClient', () => {
  it('sends files also where the client that is built into Node.js was loaded first', () => {
    const program = `
      new Headers();
      const { createServer } = require('node:http');
      const { TestClient } = require(${JSON.stringify(MODULE)});
      const server = createServer(async (request, response) => {
        let size = 0;
        for await (const piece of request) size += piece.length;
        response.end(JSON.stringify({ size }));
      });
      server.listen(0, '127.0.0.1', async () => {
        const client = new TestClient('http://127.0.0.1:' + server.address().port);
        const files = { file: { name: 'a.bin', content: new Uint8Array(100_000) } };
        const signal = AbortSignal.timeout(10_000);
        const { body } = await client.post('/user_uploads', {}, { files, unchecked: true, signal });
        process.stdout.write(String(body.size > 100_000));
        process.exit();
      });`;
    expect(execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8' })).toBe('true');
  });
});
