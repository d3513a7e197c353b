import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The only address of this machine that the shared cluster connects to for others (tools/testing/broker.mjs). */
const OUTSIDE = '127.0.0.2';

/** Answers as GitHub and GitLab do when somebody has agreed there; their pages are left out. */
export class CodeHost {
  person = { id: 0, login: '', name: '', email: '' };

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(): Promise<CodeHost> {
    const server = createServer((request, response) => {
      const answer = host.answerTo(request.url ?? '');
      request.resume();
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, OUTSIDE, resolve));
    const host = new CodeHost(server, `http://${OUTSIDE}:${(server.address() as AddressInfo).port}`);
    return host;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answerTo(path: string): object | undefined {
    const { email, ...user } = this.person;
    switch (path) {
      case '/login/oauth/access_token':
      case '/oauth/token':
        return { access_token: 'a token', token_type: 'bearer' };
      case '/api/v3/user':
        return user;
      case '/api/v3/user/emails':
        return [{ email, primary: true, verified: true }];
      case '/api/v4/user':
        return { ...user, email, confirmed_at: '2026-01-01T00:00:00Z' };
      default:
        return undefined;
    }
  }
}
