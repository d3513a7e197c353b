import { Answer, HttpConnection, Target } from './http-connection';

export interface Credentials {
  email: string;
  apiKey: string;
}

export interface RequestShape {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the server's root, with its query. */
  path: string;
  /** Names the organization. */
  host: string;
  credentials?: Credentials;
  form?: Readonly<Record<string, string>>;
  acceptEncoding?: string;
  /** Further lines of the head. */
  headers?: Readonly<Record<string, string>>;
  /** Instead of a form; `headers` say what it is. */
  body?: Buffer;
}

/** The bytes of a request; made before the clock starts. */
export function encodeRequest(shape: RequestShape): Buffer {
  const { method, path, host, credentials, form, acceptEncoding, headers = {} } = shape;
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
  if (credentials) {
    const pair = `${credentials.email}:${credentials.apiKey}`;
    lines.push(`authorization: Basic ${Buffer.from(pair).toString('base64')}`);
  }
  if (acceptEncoding) lines.push(`accept-encoding: ${acceptEncoding}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const body = form ? Buffer.from(new URLSearchParams(form).toString()) : shape.body;
  if (form) lines.push('content-type: application/x-www-form-urlencoded');
  if (body) lines.push(`content-length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  return body ? Buffer.concat([head, body]) : head;
}

/** An answer that is not the success it should be. */
class UnexpectedAnswerError extends Error {
  constructor(answer: Answer) {
    super(`HTTP ${answer.status}: ${answer.body.toString('utf8', 0, 400)}`);
    this.name = 'UnexpectedAnswerError';
  }
}

/** Keep-alive connections to one server, as many as requests are under way. */
export class HttpClient {
  private readonly idle: HttpConnection[] = [];
  private readonly all = new Set<HttpConnection>();

  constructor(private readonly target: Target) {}

  /** Opens connections beforehand, so that a measurement does not. */
  async connect(count: number): Promise<void> {
    while (this.idle.length < count) this.idle.push(await this.open());
  }

  /** @throws UnexpectedAnswerError unless the status is 200 */
  async request(bytes: Buffer): Promise<Answer> {
    const connection = this.takeIdle() ?? (await this.open());
    try {
      const answer = await connection.request(bytes);
      if (answer.status !== 200) throw new UnexpectedAnswerError(answer);
      return answer;
    } finally {
      if (connection.isOpen) this.idle.push(connection);
      else this.all.delete(connection);
    }
  }

  close(): void {
    for (const connection of this.all) connection.close();
    this.all.clear();
    this.idle.length = 0;
  }

  private takeIdle(): HttpConnection | undefined {
    for (let connection = this.idle.pop(); connection; connection = this.idle.pop()) {
      if (connection.isOpen) return connection;
      this.all.delete(connection);
    }
    return undefined;
  }

  private async open(): Promise<HttpConnection> {
    const connection = await HttpConnection.open(this.target);
    this.all.add(connection);
    return connection;
  }
}
