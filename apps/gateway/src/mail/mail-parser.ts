import path from 'node:path';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '@stoa/errors';
import { Piscina } from 'piscina';
import type { ParsedMail } from './parse-mail';

/** Strangers write mails: one is given up after so long. Threads begin within it, too. */
const DEADLINE_MS = 20_000;
const HEAP_MIB = 256;
const IDLE_MS = 60_000;
/** Mails that are parsed at the same time. */
const THREADS = 2;

/** Started from source, as in tests, a thread compiles what it loads. */
const EXTENSION = path.extname(__filename);
const COMPILE_ON_LOAD = path.resolve(__dirname, '../../../../tools/testing/compile-on-load.cjs');

/** A mail that no thread can read: of too many parts, too large for the memory, or not a mail. */
export class MailNotReadError extends Error {}

/** Reads mails in threads of their own: what is wrong with one costs no request its time, and the process nothing. */
@Injectable()
export class MailParser implements OnApplicationShutdown {
  protected readonly deadlineMs: number = DEADLINE_MS;
  private threads: Piscina<Uint8Array, ParsedMail> | undefined;

  /** @throws MailNotReadError; UnavailableError after the deadline, as that may be the fault of what else goes on here */
  async parse(raw: Uint8Array): Promise<ParsedMail> {
    this.threads ??= startThreads();
    const signal = AbortSignal.timeout(this.deadlineMs);
    try {
      return await this.threads.run(raw, { signal });
    } catch (error) {
      if (signal.aborted) throw new UnavailableError('the mail could not be read in time', { cause: error });
      throw new MailNotReadError('the mail could not be read', { cause: error });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
}

function startThreads(): Piscina<Uint8Array, ParsedMail> {
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
