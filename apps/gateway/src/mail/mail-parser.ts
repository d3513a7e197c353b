import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '@stoa/errors';
import { Piscina } from 'piscina';
import type { MailTask } from './mail.worker';
import type { ParsedMail } from './parse-mail';

/** Until a thread has started and is free. */
const WAIT_MS = 20_000;
/** Strangers write mails: reading one is given up after so long. */
const READING_MS = 20_000;
const HEAP_MIB = 256;
const IDLE_MS = 60_000;
/** Mails that are parsed at the same time. */
const THREADS = 2;

/** Started from source, as in tests, a thread compiles what it loads. */
const EXTENSION = path.extname(__filename);
const COMPILE_ON_LOAD = path.resolve(__dirname, '../../../../tools/testing/compile-on-load.cjs');

/** A mail that no thread can read: of too many parts, too large for the memory, too slow to read, or not a mail. */
export class MailNotReadError extends Error {}

/** Reads mails in threads of their own: what is wrong with one costs no request its time, and the process nothing. */
@Injectable()
export class MailParser implements OnApplicationShutdown {
  protected readonly waitMs: number = WAIT_MS;
  protected readonly readingMs: number = READING_MS;
  private threads: Piscina<MailTask, ParsedMail> | undefined;

  /**
   * @throws MailNotReadError, also where reading takes too long: it would each time that the mail comes
   * @throws UnavailableError if no thread came to it in time, for what else goes on here
   */
  async parse(raw: Uint8Array): Promise<ParsedMail> {
    this.threads ??= startThreads();
    const { port1: told, port2: begun } = new MessageChannel();
    const giveUp = new AbortController();
    let isBegun = false;
    let timer = setTimeout(() => giveUp.abort(), this.waitMs);
    told.once('message', () => {
      isBegun = true;
      clearTimeout(timer);
      timer = setTimeout(() => giveUp.abort(), this.readingMs);
    });
    try {
      return await this.threads.run({ raw, begun }, { transferList: [begun], signal: giveUp.signal });
    } catch (error) {
      if (giveUp.signal.aborted && !isBegun) {
        throw new UnavailableError('no thread came to read the mail in time', { cause: error });
      }
      throw new MailNotReadError('the mail could not be read', { cause: error });
    } finally {
      clearTimeout(timer);
      told.close();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
}

function startThreads(): Piscina<MailTask, ParsedMail> {
  return new Piscina({
    filename: path.join(__dirname, `mail.worker${EXTENSION}`),
    execArgv: EXTENSION === '.ts' ? ['--require', COMPILE_ON_LOAD] : [],
    // Settings of the service, secrets among them, are none of its business.
    env: {},
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
}
