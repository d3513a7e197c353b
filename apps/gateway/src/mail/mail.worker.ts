import type { MessagePort } from 'node:worker_threads';
import { type ParsedMail, parseMail } from './parse-mail';

/** A mail to read. */
export interface MailTask {
  raw: Uint8Array;
  /** Told when the work begins: a thread may be starting until then. */
  begun: MessagePort;
}

/** The only thing that the threads of the pool do. */
export default function readMail({ raw, begun }: MailTask): Promise<ParsedMail> {
  begun.postMessage(null);
  begun.close();
  return parseMail(raw);
}
