import { IncomingMessage, Server, ServerResponse, createServer } from 'node:http';
import { Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@stoa/observability';
import { MODES, isMode } from './behaviour';
import { parseJson, stringifyJson } from './lossless-json';
import { Relay } from './relay';
import { RelayAnswer, badRequest, failure, success } from './relay-answer';

const LARGEST_BODY = 2 ** 20;
const KEEP_ALIVE_MS = 65_000;

class UnreadableBodyError extends Error {}

/** The relay over HTTP, with `GET /public_key`, `GET /received`, `GET /attempts` and `POST /behave` for those who drive it. */
@Injectable()
export class RelayServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly server: Server;

  constructor(
    private readonly relay: Relay,
    private readonly logger: Logger,
    private readonly port: number,
    private readonly host: string,
  ) {
    this.server = createServer((request, response) => {
      this.handle(request, response).catch((error: unknown) => {
        if (!(error instanceof UnreadableBodyError)) this.logger.error({ err: error }, 'the relay failed');
        const answer =
          error instanceof UnreadableBodyError
            ? badRequest(error.message)
            : failure(500, 'INTERNAL_SERVER_ERROR', 'Internal server error');
        if (!response.headersSent) send(response, answer);
      });
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    // A caller on a busy machine must not find its connection closed just when it uses it again.
    this.server.keepAliveTimeout = KEEP_ALIVE_MS;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.port, this.host, resolve);
    });
  }

  /** The address that it listens on. */
  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the relay does not listen');
    return `http://${address.address}:${address.port}`;
  }

  async onApplicationShutdown(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // Calls that `timeout` keeps waiting would hold the stop back.
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://relay');
    const method = request.method ?? 'GET';
    const body = await readBody(request, path);
    const control = this.control(`${method} ${path}`, body, Number(searchParams.get('after') ?? 0));
    if (control) return send(response, control);
    const answer = await this.relay.answer({ method, path, authorization: request.headers.authorization, body });
    if (answer === 'timeout') return;
    if (answer === 'refuse') {
      request.socket.destroy();
      return;
    }
    send(response, answer ?? failure(404, 'BAD_REQUEST', 'This page does not exist'));
  }

  /** Answered in every mode. */
  private control(route: string, body: unknown, after: number): RelayAnswer | undefined {
    switch (route) {
      case 'GET /public_key':
        return { status: 200, body: { public_key: this.relay.publicKey } };
      case 'GET /received':
        return { status: 200, body: { newest: this.relay.newest, received: this.relay.accepted(after) } };
      case 'GET /attempts':
        return { status: 200, body: { attempts: this.relay.attempted() } };
      case 'POST /behave': {
        const mode = typeof body === 'object' && body !== null && 'mode' in body ? body.mode : undefined;
        if (!isMode(mode)) return badRequest(`mode must be one of ${MODES.join(', ')}`);
        this.relay.mode = mode;
        return success({ mode });
      }
      default:
        return undefined;
    }
  }
}

/** Calls whose fields are those of a form; elsewhere they are JSON. The upload of organizations may be either. */
const FORMS = /\/(?:push\/(?:register|unregister|unregister\/all|e2ee\/register)|server\/register)\/?$/;
const JSON_TEXTS = /\/push\/(?:notify|test_notification|e2ee\/notify)\/?$/;

async function readBody(request: IncomingMessage, path: string): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new UnreadableBodyError('the body is too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  if (isForm && !JSON_TEXTS.test(path)) return Object.fromEntries(new URLSearchParams(text));
  // Reading anything else as a form gives no fields.
  if (text === '' || FORMS.test(path)) return {};
  try {
    return parseJson(text);
  } catch {
    throw new UnreadableBodyError('the body is not JSON');
  }
}

function send(response: ServerResponse, { status, body }: RelayAnswer): void {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (status === 401) headers['www-authenticate'] = 'Basic realm="relay"';
  if (typeof body['retry-after'] === 'number') headers['retry-after'] = String(Math.ceil(body['retry-after']));
  response.writeHead(status, headers).end(stringifyJson(body));
}
