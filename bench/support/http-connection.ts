import { Socket, connect } from 'node:net';
import { nowMs } from './clock';

export interface Answer {
  status: number;
  /** Header lines with the status line, as they came. */
  head: string;
  body: Buffer;
  /** When the last byte was there; see {@link nowMs}. */
  receivedAt: number;
}

export interface Target {
  host: string;
  port: number;
}

const CLOSES = /\r\nconnection: *close/i;
const WITHOUT_BODY = /^HTTP\/1\.1 (?:204|304) /;
const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n');

/**
 * One keep-alive HTTP/1.1 connection with one request at a time, on a bare socket: `node:http` and `fetch` cost as much
 * processor time as the servers that are measured, and they share its cores.
 */
export class HttpConnection {
  private chunks: Buffer[] = [];
  private received = 0;
  private head = '';
  private headLength = 0;
  /** -1: chunked. */
  private bodyLength = 0;
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  /** @param localAddress source address, of 127.0.0.0/8: each has its own ephemeral ports */
  static open(target: Target, localAddress?: string): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ ...target, localAddress });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** @throws Error when the connection ends before the answer is complete */
  request(bytes: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.waiting) return reject(new Error('this connection has a request under way'));
      if (this.socket.destroyed) return reject(new Error('this connection is closed'));
      this.waiting = { resolve, reject };
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private fail(error: Error): void {
    const { waiting } = this;
    this.waiting = undefined;
    this.socket.destroy();
    waiting?.reject(error);
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    if (this.headLength === 0 && !this.readHead()) return;
    const complete = this.bodyLength >= 0 ? this.received >= this.headLength + this.bodyLength : this.endsChunks();
    if (complete) this.finish();
  }

  private readHead(): boolean {
    const start = this.joined();
    const end = start.indexOf(HEAD_END);
    if (end < 0) return false;
    this.head = start.toString('latin1', 0, end);
    this.headLength = end + HEAD_END.length;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.head)?.[1];
    this.bodyLength = WITHOUT_BODY.test(this.head) ? 0 : length === undefined ? -1 : Number(length);
    return true;
  }

  private endsChunks(): boolean {
    const last = this.chunks.at(-1);
    const tail = last && last.length >= CHUNKS_END.length ? last : this.joined();
    return tail.subarray(-CHUNKS_END.length).equals(CHUNKS_END);
  }

  private joined(): Buffer {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] ?? Buffer.alloc(0);
  }

  private finish(): void {
    const receivedAt = nowMs();
    const raw = this.joined().subarray(this.headLength);
    const body = this.bodyLength >= 0 ? raw.subarray(0, this.bodyLength) : joinChunks(raw);
    const answer = { status: Number(this.head.slice(9, 12)), head: this.head, body, receivedAt };
    const { waiting } = this;
    // The next request would meet its end.
    if (CLOSES.test(this.head)) this.socket.destroy();
    this.chunks = [];
    this.received = 0;
    this.headLength = 0;
    this.waiting = undefined;
    waiting?.resolve(answer);
  }
}

/** The payload of a body with `transfer-encoding: chunked`. */
function joinChunks(raw: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < raw.length;) {
    const lineEnd = raw.indexOf('\r\n', at);
    const size = Number.parseInt(raw.toString('latin1', at, lineEnd), 16);
    if (!size) break;
    parts.push(raw.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
