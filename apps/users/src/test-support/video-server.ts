import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface VideoRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (request: VideoRequest) => { status?: number; headers?: Record<string, string>; body: string | object };

/** Stands for the servers of providers of video calls: answers as a test says, and remembers what was asked. */
export class VideoServer {
  readonly requests: VideoRequest[] = [];
  private readonly answers = new Map<string, Answer>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<VideoServer> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const asked = { method, path, headers, body };
        video.requests.push(asked);
        const answer = video.answers.get(path.split('?')[0] ?? '');
        const { status = 200, headers: own = {}, body: text } = answer?.(asked) ?? { status: 404, body: '' };
        const isText = typeof text === 'string';
        response.writeHead(status, { 'content-type': isText ? 'text/xml' : 'application/json', ...own });
        response.end(isText ? text : JSON.stringify(text));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
    const video = new VideoServer(server, `http://127.0.0.2:${(server.address() as AddressInfo).port}`);
    return video;
  }

  /** @param path without a query */
  on(path: string, answer: Answer): void {
    this.answers.set(path, answer);
  }

  forget(): void {
    this.answers.clear();
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
