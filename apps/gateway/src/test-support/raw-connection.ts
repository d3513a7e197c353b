import { once } from 'node:events';
import { Socket, connect } from 'node:net';
import { eventually } from '@stoa/testing';

/** A client that sends byte by byte what a test says, and reads only when it is told to. */
export class RawConnection {
  received = '';
  isEnded = false;
  readonly socket: Socket;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1' });
    this.socket.setEncoding('latin1').on('data', (text: string) => (this.received += text));
    // A connection that is reset is an ended one.
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isEnded = true));
    this.socket.on('end', () => (this.isEnded = true));
  }

  async connected(): Promise<this> {
    if (this.socket.connecting) await once(this.socket, 'connect');
    return this;
  }

  send(text: string): this {
    this.socket.write(text);
    return this;
  }

  /** Sends the header of a request, with what belongs to its body if there is one. */
  request(method: string, path: string, headers: Record<string, string> = {}): this {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return this.send(`${method} /api/v1/${path} HTTP/1.1\r\nhost: chat.example\r\n${lines.join('')}\r\n`);
  }

  /** Stops reading: what the server sends stays with it, but for what fits into the system's buffers. */
  neglect(): this {
    this.socket.pause();
    return this;
  }

  /** @returns the statuses of the answers, once there are so many */
  statuses(count: number): Promise<number[]> {
    return eventually(() => {
      const found = [...this.received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
      return found.length >= count && found;
    });
  }

  ended(): Promise<boolean> {
    return eventually(() => this.isEnded);
  }

  close(): void {
    this.socket.destroy();
  }
}
