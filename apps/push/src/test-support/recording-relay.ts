import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A notification as the relay was asked to deliver it, to legacy tokens. */
export interface DeliveredPush {
  userId: number;
  event: string;
  messageIds: number[];
}

type Mode = 'ok' | 'server_error' | 'refuse' | 'slow';

/** A relay that takes legacy notifications and remembers them. */
export class RecordingRelay {
  readonly pushes: DeliveredPush[] = [];
  /** Calls that were refused or failed. */
  failures = 0;
  mode: Mode = 'ok';
  private mostAtOnce = 0;
  private readonly underWay = new Map<number, number>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<RecordingRelay> {
    const server = createServer();
    const relay = new RecordingRelay(server);
    server.on('request', (request, response) => {
      void relay.answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The most calls for one user that were under way together. */
  get mostCallsOfOneUser(): number {
    return this.mostAtOnce;
  }

  of(userId: number): string[] {
    return this.pushes
      .filter((push) => push.userId === userId)
      .map(({ event, messageIds }) => `${event} ${messageIds.join()}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!request.url?.endsWith('/push/notify')) return { status: 200, body: { realms: {} } };
    const call = JSON.parse(Buffer.concat(chunks).toString()) as {
      user_id: string;
      gcm_payload: Record<string, string>;
    };
    const userId = Number(call.user_id);
    const running = (this.underWay.get(userId) ?? 0) + 1;
    this.underWay.set(userId, running);
    this.mostAtOnce = Math.max(this.mostAtOnce, running);
    if (this.mode === 'slow') await new Promise((resolve) => setTimeout(resolve, 300));
    this.underWay.set(userId, running - 1);
    const { event = '', zulip_message_id: one, zulip_message_ids: many } = call.gcm_payload;
    const push = { userId, event, messageIds: (many ?? one ?? '').split(',').map(Number) };
    if (this.mode === 'server_error') return this.fail(500, 'INTERNAL_ERROR');
    if (this.mode === 'refuse') return this.fail(400, 'BAD_REQUEST');
    this.pushes.push(push);
    const deleted_devices = { android_devices: [], apple_devices: [] };
    return { status: 200, body: { total_android_devices: 1, total_apple_devices: 0, deleted_devices } };
  }

  private fail(status: number, code: string): { status: number; body: object } {
    this.failures++;
    return { status, body: { result: 'error', code, msg: 'no' } };
  }
}
