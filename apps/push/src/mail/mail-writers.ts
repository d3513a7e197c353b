import { Injectable } from '@nestjs/common';
import type { MailDropReason } from '../rules/mail/mail-turn';
import type { WrittenMail } from '../rules/mail/written-mail';
import { AccountMails } from './account-mails';
import { Digests } from './digests/digests';
import type { MailJob } from './mail-jobs.repository';
import { MissedMails } from './missed-mails';

/** Writes mails of every kind, each by whose they are. */
@Injectable()
export class MailWriters {
  constructor(
    private readonly missed: MissedMails,
    private readonly digests: Digests,
    private readonly accounts: AccountMails,
  ) {}

  /**
   * @param jobs of one organization
   * @returns per mail what is to be sent, or why nothing is
   * @throws Error for a mail that this release cannot read
   */
  async write(realmId: number, jobs: readonly MailJob[]): Promise<Map<number, WrittenMail | MailDropReason>> {
    const missed = jobs.filter(({ kind }) => kind === 'missed_messages');
    const digests = jobs.filter(({ kind }) => kind === 'digest');
    const others = jobs.filter((job) => !missed.includes(job) && !digests.includes(job));
    return new Map([
      ...(missed.length > 0 ? await this.missed.write(realmId, missed) : []),
      ...(digests.length > 0 ? await this.digests.write(realmId, digests) : []),
      ...(others.length > 0 ? await this.accounts.write(others) : []),
    ]);
  }
}
