import { Value } from '@sinclair/typebox/value';
import { Injectable } from '@nestjs/common';
import { ACCOUNT_MAILS, type AccountMail } from '@stoa/contracts/push';
import { writeAccountMail } from '../rules/mail/account-mail';
import type { MailDropReason } from '../rules/mail/mail-turn';
import { UnsubscribeKeys } from '../rules/mail/unsubscribe-keys';
import type { WrittenMail } from '../rules/mail/written-mail';
import { type MailAddressee, MailFactsRepository } from './mail-facts.repository';
import type { MailJob } from './mail-jobs.repository';

/** Mails about accounts, which the users service orders (mail-and-integrations.md 3). */
@Injectable()
export class AccountMails {
  constructor(
    private readonly facts: MailFactsRepository,
    private readonly keys: UnsubscribeKeys,
  ) {}

  /** @returns per mail what is to be sent, or why nothing is @throws Error for a mail that this release cannot read */
  async write(jobs: readonly MailJob[]): Promise<Map<number, WrittenMail | MailDropReason>> {
    const addressees = await this.facts.addressees([...new Set(jobs.map(({ userId }) => userId))]);
    return new Map(jobs.map((job) => [job.id, this.writeOne(job, addressees.get(job.userId))]));
  }

  private writeOne(job: MailJob, addressee: MailAddressee | undefined): WrittenMail | MailDropReason {
    if (!addressee?.isServed) return 'inactive';
    const mail = accountMailOf(job);
    const { realm, recipient } = addressee;
    const { mailId, createdAtMs: happenedAtMs, userId } = job;
    const unsubscribeUrl =
      mail.kind === 'new_login' ? `${realm.url}/accounts/unsubscribe/login/${this.keys.keyOf(userId, 'login')}` : null;
    return writeAccountMail({ ...mail, mailId, happenedAtMs, realm, recipient, unsubscribeUrl });
  }
}

function accountMailOf({ id, kind, facts }: MailJob): AccountMail {
  if (kind === 'new_login' && Value.Check(ACCOUNT_MAILS.new_login, facts)) return { kind, facts };
  if (kind === 'welcome' && Value.Check(ACCOUNT_MAILS.welcome, facts)) return { kind, facts };
  throw new Error(`mail ${id} of the kind ${kind} cannot be read`);
}
