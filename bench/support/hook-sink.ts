import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delay } from './clock';

const POLL_MS = 25;
/** The only address of this machine that the cluster calls services at. */
export const SINK_ADDRESS = '127.0.0.2';

/** The service of outgoing webhook bots: has nothing to say, and keeps nothing but the ids of deliveries. */
export class HookSink {
  private deliveries: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HookSink> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        sink.deliveries.push(String(request.headers['x-stoa-delivery']));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, SINK_ADDRESS, resolve));
    const sink = new HookSink(server);
    return sink;
  }

  get url(): string {
    return `http://${SINK_ADDRESS}:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Waits for the next `count` calls. @throws Error when they have not come in time, or one has come twice */
  async collect(count: number, patienceMs = 120_000): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (this.deliveries.length < count) {
      if (Date.now() > deadline) throw new Error(`${this.deliveries.length} of ${count} calls have come`);
      await delay(POLL_MS);
    }
    const found = this.deliveries;
    this.deliveries = [];
    if (new Set(found).size !== found.length) throw new Error('a call came twice');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
