import { IncomingMessage, Server, ServerResponse, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { Logger, Metrics } from '@stoa/observability';

/** The process's own address: health for its supervisor, metrics for Prometheus. Never exposed to clients. */
export class InternalServer {
  private readonly server: Server;
  private ready = false;

  constructor(
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.log.error({ err: error }, 'the internal server failed');
        response.writeHead(500).end();
      });
    });
    this.server.keepAliveTimeout = 65_000;
  }

  /** @returns the port that it listens on */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    const address = this.server.address() as AddressInfo;
    return address.port;
  }

  /** Readiness: true once the service serves, false as soon as it drains. */
  setReady(ready: boolean): void {
    this.ready = ready;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  /** Liveness checks nothing but the event loop: restarting a process repairs no dependency. */
  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://internal');
    if (path === '/health/live') return this.text(response, 200, 'alive');
    if (path === '/health/ready')
      return this.text(response, this.ready ? 200 : 503, this.ready ? 'ready' : 'not ready');
    if (path === '/metrics') {
      const body = await this.metrics.text(searchParams.getAll('name[]'));
      response.writeHead(200, { 'content-type': this.metrics.registry.contentType }).end(body);
      return;
    }
    this.text(response, 404, 'there are /health/live, /health/ready and /metrics');
  }

  private text(response: ServerResponse, status: number, body: string): void {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`${body}\n`);
  }
}
