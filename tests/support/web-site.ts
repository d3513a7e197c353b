import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The only address of this machine that the shared cluster fetches from (tools/testing/broker.mjs). */
const OUTSIDE = '127.0.0.2';
/** Where the services themselves listen. */
const INSIDE = '127.0.0.1';

/** A web site of the tests' own, which users link to. */
export class WebSite {
  /** Paths that were asked for, in order. */
  readonly requests: string[] = [];
  readonly headers = new Map<string, IncomingMessage['headers']>();
  private readonly answers = new Map<string, RequestListener>();
  private readonly held: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** One that the services may fetch from. */
  static start(): Promise<WebSite> {
    return WebSite.at(OUTSIDE);
  }

  /** One that they must not fetch from, as if it were a service of the cluster. */
  static startInside(): Promise<WebSite> {
    return WebSite.at(INSIDE);
  }

  private static async at(host: string): Promise<WebSite> {
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      site.requests.push(path);
      site.headers.set(path, request.headers);
      const answer = site.answers.get(path);
      if (answer) answer(request, response);
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<img src="x.png">');
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const { port } = server.address() as AddressInfo;
    const site = new WebSite(server, `http://${host}:${port}`);
    return site;
  }

  /** @returns the address */
  serve(path: string, answer: RequestListener): string {
    this.answers.set(path, answer);
    return `${this.url}${path}`;
  }

  /** A page as most are. @returns the address */
  page(path: string, content: string, type = 'text/html; charset=utf-8'): string {
    return this.serve(path, (_request, response) => response.writeHead(200, { 'content-type': type }).end(content));
  }

  /** A page that is not answered until {@link release}. @returns the address */
  heldPage(path: string, content: string): string {
    const waiting: (() => void)[] = [];
    const answer: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(content);
    this.held.push(() => {
      this.serve(path, answer);
      for (const answerNow of waiting) answerNow();
    });
    return this.serve(path, (request, response) => waiting.push(() => answer(request, response)));
  }

  /** Answers everything that is held, and at once whoever asks for it later. */
  release(): void {
    for (const letGo of this.held.splice(0)) letGo();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A page with everything that a card shows. */
export function openGraphPage(title: string, { description = 'A description', image = '/image.png' } = {}): string {
  return `<!doctype html><html><head><title>not this</title>
    <meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
    <meta property="og:image" content="${image}"></head><body><p>Text</p></body></html>`;
}
