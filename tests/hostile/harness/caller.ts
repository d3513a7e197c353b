import { connect } from 'node:net';
import { nowMs } from '../../../bench/support/clock';
import { RequestShape, encodeRequest } from '../../../bench/support/http-client';
import { Answer, HttpConnection, Target } from '../../../bench/support/http-connection';
import type { SeededUser } from '../../../bench/support/seed';
import { Tally } from './attack';

export type Ask = Omit<RequestShape, 'host' | 'credentials'> & {
  /** Who asks: the caller, unless somebody else is named, or nobody. */
  as?: SeededUser | 'nobody';
  /** The organization that is asked, by default the caller's own. */
  at?: string;
};

export interface CallerOptions {
  target: Target;
  host: string;
  user: SeededUser;
  /** Of 127.0.0.0/8: limits count by address. */
  address: string;
  index: number;
}

/** Somebody who means no good, at an address of his own. */
export class Caller {
  readonly user: SeededUser;
  readonly host: string;
  readonly index: number;
  private connection: HttpConnection | undefined;

  constructor(private readonly options: CallerOptions) {
    ({ user: this.user, host: this.host, index: this.index } = options);
  }

  /** @returns undefined when the connection was closed instead */
  async ask(ask: Ask): Promise<Answer | undefined> {
    const { target, address } = this.options;
    const { as = this.user, at = this.host, ...shape } = ask;
    const credentials = as === 'nobody' ? undefined : as;
    try {
      this.connection = this.connection?.isOpen ? this.connection : await HttpConnection.open(target, address);
      return await this.connection.request(encodeRequest({ ...shape, host: at, credentials }));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return undefined;
    }
  }

  /** Asks, and notes whether it held. @param allowed statuses of an answer that holds */
  async attempt(tally: Tally, ask: Ask, allowed: readonly number[]): Promise<Answer | undefined> {
    const startedAt = nowMs();
    const answer = await this.ask(ask);
    tally.judge(answer, nowMs() - startedAt, allowed);
    return answer;
  }

  /** @throws Error unless the answer is 200 */
  async succeed(ask: Ask): Promise<Answer> {
    const answer = await this.ask(ask);
    if (answer?.status === 200 || answer?.status === 201) return answer;
    throw new Error(`${ask.method} ${ask.path}: ${answer?.status} ${answer?.body.toString() ?? 'closed'}`);
  }

  /** Bytes on a connection of their own. @returns what came back until it was closed, and what it took */
  exchange(bytes: string | Buffer, mostMs: number): Promise<{ text: string; isClosed: boolean; tookMs: number }> {
    const { target, address } = this.options;
    const startedAt = nowMs();
    return new Promise((resolve) => {
      const socket = connect({ ...target, localAddress: address });
      let text = '';
      const end = (isClosed: boolean) => {
        clearTimeout(timer);
        socket.destroy();
        resolve({ text, isClosed, tookMs: nowMs() - startedAt });
      };
      const timer = setTimeout(() => end(false), mostMs);
      socket.on('data', (data) => (text += data.toString('latin1')));
      // A reset is an end like another: what came before it counts.
      socket.once('error', () => end(true));
      socket.once('close', () => end(true));
      socket.write(bytes);
    });
  }

  /** Asks and reads no more than the head, until somebody has had enough. @returns the status */
  leaveUnread(ask: Ask, forMs: number): Promise<number> {
    const { target, address } = this.options;
    const bytes = encodeRequest({ ...ask, host: this.host, credentials: this.user });
    return new Promise((resolve) => {
      const socket = connect({ ...target, localAddress: address });
      let status = 0;
      const end = () => {
        clearTimeout(timer);
        socket.destroy();
        resolve(status);
      };
      const timer = setTimeout(end, forMs);
      socket.once('data', (data) => {
        status = Number(data.toString('latin1', 9, 12));
        socket.pause();
      });
      socket.once('error', end);
      socket.once('close', end);
      socket.write(bytes);
    });
  }

  close(): void {
    this.connection?.close();
  }
}
