import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MARK, replyMark } from '../checker/bot-calls';
import type { BotCallRecord } from '../records';

/** The only address of this machine that the cluster calls services at. */
export const SERVICE_ADDRESS = '127.0.0.2';
/** Of so many deliveries one is refused at first, so that it is tried again. */
const REFUSES_ONE_OF = 5;

/** The service of the outgoing webhook bots of a run: notes what it is asked, and has the bots answer it. */
export class BotService {
  readonly calls: BotCallRecord[] = [];
  private readonly refused = new Set<string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<BotService> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        const { data: content, bot_full_name: bot, message } = JSON.parse(body);
        const deliveryId = String(request.headers['x-stoa-delivery']);
        service.calls.push({ at: Date.now(), deliveryId, bot, messageId: message.id, content });
        response.writeHead(service.refuses(deliveryId) ? 503 : 200).end(JSON.stringify(answerTo(content)));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, SERVICE_ADDRESS, resolve));
    const service = new BotService(server);
    return service;
  }

  get url(): string {
    return `http://${SERVICE_ADDRESS}:${(this.server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private refuses(deliveryId: string): boolean {
    if (this.refused.has(deliveryId) || parseInt(deliveryId.slice(0, 8), 16) % REFUSES_ONE_OF > 0) return false;
    this.refused.add(deliveryId);
    return true;
  }
}

/** The same answer each time to the same message, with a mark of its own. */
function answerTo(content: string): object {
  const mark = MARK.exec(content)?.[0];
  return mark === undefined ? {} : { content: `${replyMark(mark)}: heard` };
}
