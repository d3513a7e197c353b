import { Inject, Injectable } from '@nestjs/common';
import { OutagePause } from '@stoa/delivery-jobs';
import { MailDelayedError, type MailRefusal, MailRefusedError, Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { backoff } from '@stoa/redis';
import { BounceAddresses } from '../rules/mail/bounce-addresses';
import { LONGEST_MAIL_PAUSE_MS, deadLetterOf } from '../rules/mail/attempt-result';
import { isPaced } from '../rules/mail/mail-turn';
import type { WrittenMail } from '../rules/mail/written-mail';
import { BouncesService } from './bounces/bounces.service';
import { DestinationPace } from './destination-pace';
import { HELD_SECONDS, type MailJob, MailJobsRepository } from './mail-jobs.repository';
import { MailMetrics } from './mail-metrics';
import { MailWriters } from './mail-writers';

/** Mails of one piece of work that are on their way at once. */
const AT_ONCE = 8;
/** How much of the time that mails are held must be left for beginning with one. */
const MARGIN_MS = 25_000;

/** A mail that the server did not want, and why. */
interface RefusedMail {
  userId: number;
  /** Where it was to go, which need not be the address of the account. */
  to: string;
  refusal: MailRefusal;
  text: string;
}

/** How the work on some mails ended. */
interface Work {
  doneIds: number[];
  later: { id: number; delaySeconds: number }[];
  untried: { id: number; delaySeconds: number }[];
  dead: { id: number; failure: string }[];
  refusals: RefusedMail[];
}

/** Hands mails over: written from what is true now, each by one process at a time. */
@Injectable()
export class MailDeliveryService {
  constructor(
    private readonly jobs: MailJobsRepository,
    private readonly writers: MailWriters,
    private readonly bounces: BouncesService,
    private readonly bounceAddresses: BounceAddresses,
    private readonly mailer: Mailer,
    private readonly pace: DestinationPace,
    private readonly pause: OutagePause,
    private readonly metrics: MailMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Mails of one organization; those that others work on already are left to them. */
  async deliver(realmId: number, ids: readonly number[]): Promise<void> {
    const until = performance.now() + HELD_SECONDS * 1_000 - MARGIN_MS;
    const claimed = await this.jobs.claim(ids);
    if (claimed.length === 0) return;
    const work: Work = { doneIds: [], later: [], untried: [], dead: [], refusals: [] };
    const pending = await this.written(realmId, claimed, work);
    const send = async (): Promise<void> => {
      for (let next = pending.shift(); next; next = pending.shift()) {
        // A process that was stopped for a while may have been replaced by another.
        if (this.pause.isPaused || performance.now() > until) work.untried.push({ id: next.job.id, delaySeconds: 0 });
        else await this.send(next.job, next.mail, work);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    await this.jobs.finish(work);
    for (const refused of work.refusals) await this.note(refused);
  }

  /** The mails are done, so nothing of the batch is tried again: one fault must not lose what the others say. */
  private async note({ userId, to, refusal, text }: RefusedMail): Promise<void> {
    try {
      await this.bounces.noteRefusal({ userId, address: to }, refusal, text);
    } catch (error) {
      this.log.error({ err: error, user: userId }, 'a refused mail could not be counted');
    }
  }

  /** One mail's fault must not keep the others: they are written alone then. */
  private async written(
    realmId: number,
    jobs: readonly MailJob[],
    work: Work,
  ): Promise<{ job: MailJob; mail: WrittenMail }[]> {
    try {
      return await this.write(realmId, jobs, work);
    } catch (error) {
      const [job, ...others] = jobs;
      if (others.length === 0 && job) {
        this.log.error({ err: error, mail: job.id }, 'a mail could not be written');
        this.fail(job, { kind: 'fault', text: String(error) }, work);
        return [];
      }
    }
    const found: { job: MailJob; mail: WrittenMail }[] = [];
    for (const job of jobs) found.push(...(await this.written(realmId, [job], work)));
    return found;
  }

  private async write(
    realmId: number,
    jobs: readonly MailJob[],
    work: Work,
  ): Promise<{ job: MailJob; mail: WrittenMail }[]> {
    const mails = await this.writers.write(realmId, jobs);
    return jobs.flatMap((job) => {
      const mail = mails.get(job.id);
      if (mail !== undefined && typeof mail !== 'string') return [{ job, mail }];
      work.doneIds.push(job.id);
      this.metrics.observeOutcome(job.kind, mail ?? 'gone');
      return [];
    });
  }

  private async send(job: MailJob, mail: WrittenMail, work: Work): Promise<void> {
    const { id, userId } = job;
    const delaySeconds = isPaced(job.kind) ? await this.pace.waitSeconds(mail.to) : 0;
    if (delaySeconds > 0) {
      work.untried.push({ id, delaySeconds });
      return this.metrics.observeOutcome(job.kind, 'paced');
    }
    const envelopeFrom = this.bounceAddresses.addressOf({ kind: 'account', id: userId, address: mail.to }, Date.now());
    try {
      await this.mailer.send({ ...mail, ...(envelopeFrom === null ? {} : { envelopeFrom }) });
    } catch (error) {
      return this.notSent(job, mail.to, error, work);
    }
    this.pause.observeAnswer();
    work.doneIds.push(job.id);
    this.metrics.observeOutcome(job.kind, 'sent');
    this.metrics.observeHandover(job.kind, (Date.now() - job.createdAtMs) / 1_000);
  }

  private notSent(job: MailJob, to: string, error: unknown, work: Work): void {
    const text = error instanceof Error ? error.message : String(error);
    if (error instanceof MailRefusedError) {
      this.pause.observeAnswer();
      work.refusals.push({ userId: job.userId, to, refusal: error.refusal, text });
      return this.fail(job, { kind: 'refused', text }, work);
    }
    if (!(error instanceof MailDelayedError)) {
      this.log.error({ err: error, mail: job.id }, 'a mail could not be sent');
      return this.fail(job, { kind: 'fault', text }, work);
    }
    if (error.isServerAway) {
      if (!this.pause.isDoubtful) this.log.warn({ err: error }, 'the mail server takes no mail');
      this.pause.observeOutage();
    }
    this.fail(job, { kind: 'delayed', text }, work);
  }

  private fail(job: MailJob, failure: { kind: 'refused' | 'delayed' | 'fault'; text: string }, work: Work): void {
    const { id, kind, attempts, createdAtMs } = job;
    const letter = deadLetterOf({ ...failure, attempts, ageMs: Date.now() - createdAtMs });
    if (letter === null) work.later.push({ id, delaySeconds: backoff(attempts, LONGEST_MAIL_PAUSE_MS) / 1_000 });
    else work.dead.push({ id, failure: letter });
    this.metrics.observeOutcome(kind, letter === null ? 'later' : 'dead');
  }
}
