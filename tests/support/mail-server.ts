import { type Transporter, createTransport } from 'nodemailer';

/** A mail as a sender writes it. */
export interface SentMail {
  from: string;
  to: string | string[];
  subject?: string;
  text?: string;
  html?: string;
  messageId?: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content: string | Buffer; contentType?: string; cid?: string }[];
  /** The whole mail, instead of what it is made of. */
  raw?: string;
  /** Of the envelope; that of `from` unless set. */
  envelopeFrom?: string;
}

/** The mail server in front of the service: hands over mail by LMTP. */
export class MailServer {
  private readonly transport: Transporter;

  /** @param patienceMs for a connection and its greeting */
  constructor(port: number, patienceMs = 10_000) {
    this.transport = createTransport({
      host: '127.0.0.1',
      port,
      lmtp: true,
      ignoreTLS: true,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: 60_000,
    });
  }

  /** @returns the answer, such as `550 5.1.1 …`; '' for a mail that was taken */
  async send({ envelopeFrom, ...mail }: SentMail): Promise<string> {
    const envelope = { from: envelopeFrom ?? mail.from, to: mail.to };
    try {
      const { rejectedErrors: [refused] = [] } = await this.transport.sendMail({ ...mail, envelope });
      return refused?.response ?? '';
    } catch (error) {
      if (error instanceof Error && 'response' in error && typeof error.response === 'string') return error.response;
      throw error;
    }
  }

  close(): void {
    this.transport.close();
  }
}
