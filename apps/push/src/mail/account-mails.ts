import { Value } from '@sinclair/typebox/value';
import { Injectable } from '@nestjs/common';
import { ACCOUNT_MAILS, type AccountMail } from '@stoa/contracts/push';
import { PushEnvironment } from '../push.environment';
import { writeAccountMail } from '../rules/mail/account-mail';
import { AddressKeys } from '../rules/mail/address-keys';
import { type MailDropReason, isForSafety, unsubscribeTypeOf } from '../rules/mail/mail-turn';
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
    private readonly addressKeys: AddressKeys,
    private readonly environment: PushEnvironment,
  ) {}

  /** @returns per mail what is to be sent, or why nothing is @throws Error for a mail that this release cannot read */
  async write(jobs: readonly MailJob[]): Promise<Map<number, WrittenMail | MailDropReason>> {
    const addressees = await this.facts.addressees([...new Set(jobs.map(({ userId }) => userId))]);
    return new Map(jobs.map((job) => [job.id, this.writeOne(job, addressees.get(job.userId))]));
  }

  private writeOne(job: MailJob, addressee: MailAddressee | undefined): WrittenMail | MailDropReason {
    if (!addressee?.isServed) return 'inactive';
    const mail = accountMailOf(job);
    const { realm, recipient, isSuspended } = addressee;
    if (isSuspended && !isForSafety(mail.kind)) return 'suspended';
    const { mailId, createdAtMs: happenedAtMs, userId } = job;
    const type = unsubscribeTypeOf(mail.kind);
    const ways = type === null ? null : this.keys.waysOf(realm.url, { userId, type });
    const confirmUrl =
      mail.kind === 'address_check'
        ? `${realm.url}${this.addressKeys.pathOf('confirm', { userId, address: recipient.address, ...mail.facts })}`
        : null;
    const { welcomeMailSender: welcomeSender } = this.environment;
    return writeAccountMail({ ...mail, mailId, happenedAtMs, realm, recipient, ways, confirmUrl, welcomeSender });
  }
}

function accountMailOf({ id, kind, facts }: MailJob): AccountMail {
  if (kind === 'new_login' && Value.Check(ACCOUNT_MAILS.new_login, facts)) return { kind, facts };
  if (kind === 'address_check' && Value.Check(ACCOUNT_MAILS.address_check, facts)) return { kind, facts };
  if (kind === 'address_changed' && Value.Check(ACCOUNT_MAILS.address_changed, facts)) return { kind, facts };
  if (kind === 'onboarding_topics' && Value.Check(ACCOUNT_MAILS.onboarding_topics, facts)) return { kind, facts };
  if (kind === 'onboarding_guide' && Value.Check(ACCOUNT_MAILS.onboarding_guide, facts)) return { kind, facts };
  if (kind === 'onboarding_team' && Value.Check(ACCOUNT_MAILS.onboarding_team, facts)) return { kind, facts };
  if (kind === 'welcome' && Value.Check(ACCOUNT_MAILS.welcome, facts)) return { kind, facts };
  throw new Error(`mail ${id} of the kind ${kind} cannot be read`);
}
