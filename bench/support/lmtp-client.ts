import { type Socket, connect } from 'node:net';

const SENDER = 'stranger@elsewhere.example';

/** One connection of a mail server: as little work as it can be, since it shares the machine with what is measured. */
export class LmtpClient {
  private text = '';
  private wake: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    const heard = (): void => this.wake();
    socket.on('data', (chunk: Buffer) => {
      this.text += chunk.toString('latin1');
      heard();
    });
    socket.once('close', heard);
    socket.on('error', () => undefined);
  }

  static async connect(port: number): Promise<LmtpClient> {
    const client = new LmtpClient(connect(port, '127.0.0.1'));
    await client.expect('220');
    await client.say('LHLO bench.example', '250');
    return client;
  }

  /** @throws Error unless it is taken */
  async deliver(to: string, mail: string): Promise<void> {
    await this.say(`MAIL FROM:<${SENDER}>`, '250');
    await this.say(`RCPT TO:<${to}>`, '250');
    await this.say('DATA', '354');
    await this.say(`${mail.replace(/^\./gm, '..')}\r\n.`, '250');
  }

  close(): void {
    this.socket.end('QUIT\r\n');
  }

  private say(line: string, code: string): Promise<void> {
    this.socket.write(`${line}\r\n`);
    return this.expect(code);
  }

  private async expect(code: string): Promise<void> {
    // Lines of an answer but the last have a hyphen after the code.
    for (;;) {
      const last = /^\d{3}(?: .*)?\r\n/m.exec(this.text);
      if (last) {
        const answer = this.text.slice(0, last.index + last[0].length);
        this.text = this.text.slice(answer.length);
        if (!answer.startsWith(code)) throw new Error(`the gateway answers ${answer.trim()}`);
        return;
      }
      if (this.socket.destroyed) throw new Error('the gateway closed the connection');
      await new Promise<void>((heard) => (this.wake = heard));
    }
  }
}
