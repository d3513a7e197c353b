import { Injectable } from '@nestjs/common';
import type { MailSuspensionReason, reportBounce } from '@stoa/contracts/push';
import type { RpcResponse } from '@stoa/contracts/rpc';
import { Database, addPendingNotices, directNotice, lockUser } from '@stoa/database';
import type { MailRefusal } from '@stoa/mail';
import { textsIn } from '@stoa/texts';
import { AddressKeys } from '../../rules/mail/address-keys';
import { type Bounce, bounceOfRefusal, suspensionReason } from '../../rules/mail/bounces';
import { MailFactsRepository } from '../mail-facts.repository';
import { BounceMetrics } from './bounce-metrics';
import { BouncesRepository, type BouncingAccount } from './bounces.repository';

type Outcome = NonNullable<RpcResponse<typeof reportBounce>['outcome']>;
/** What became of a bounce, or why the address gets no more mails. */
type Noted = Exclude<Outcome, 'suspended'> | { reason: MailSuspensionReason };

const LONGEST_DETAIL = 500;

/**
 * Counts mails to accounts that come back, and stops sending to addresses that do not want them
 * (mail-and-integrations.md 5).
 */
@Injectable()
export class BouncesService {
  constructor(
    private readonly database: Database,
    private readonly repository: BouncesRepository,
    private readonly facts: MailFactsRepository,
    private readonly keys: AddressKeys,
    private readonly metrics: BounceMetrics,
  ) {}

  /**
   * What the mail server refused at once counts as what comes back later.
   * @param to whose mail it was, and where it was to go: of another address than the account's it says nothing
   */
  async noteRefusal(to: { userId: number; address: string }, refusal: MailRefusal, detail: string): Promise<void> {
    const bounce = bounceOfRefusal(refusal, detail.slice(0, LONGEST_DETAIL));
    if (bounce === null) return;
    const account = await this.repository.account(to.userId);
    if (account?.address.toLowerCase() === to.address.toLowerCase()) await this.note(account, bounce);
  }

  async note(account: BouncingAccount, bounce: Bounce): Promise<Outcome> {
    const { realmId, partition, userId } = account;
    const addressee = (await this.facts.addressees([userId])).get(userId);
    const done = await this.database.write({ realmId, partition }, [lockUser(userId)], async (tx): Promise<Noted> => {
      if (!(await this.repository.add(tx, account, bounce))) return 'ignored';
      const reason = suspensionReason(await this.repository.counts(tx, account));
      if (reason === null) return 'noted';
      const sinceMs = await this.repository.suspend(tx, account, { reason, bounce });
      if (sinceMs === null || !addressee) return 'noted';
      const content = this.notice(account, { reason, bounce, sinceMs, ...addressee });
      // Unread also to the user, who is named as the cause, as nobody else is.
      await addPendingNotices(tx, userId, [directNotice(userId, content, 'direct_unread')]);
      return { reason };
    });
    if (done !== 'ignored') this.metrics.countBounce(bounce.kind);
    if (typeof done === 'string') return done;
    this.metrics.countSuspension(done.reason);
    return 'suspended';
  }

  /** Why the user gets no more mails, in their language, and what ends that. */
  private notice(
    { userId, address }: BouncingAccount,
    {
      reason,
      bounce,
      sinceMs,
      realm,
      recipient,
    }: {
      reason: MailSuspensionReason;
      bounce: Bounce;
      sinceMs: number;
      realm: { url: string };
      recipient: { language: string };
    },
  ): string {
    const write = textsIn(recipient.language);
    const url = `${realm.url}${this.keys.pathOf('check', { userId, address, sinceMs })}`;
    // Addresses and mail servers' words are not ours: the one is code, of the other only the number is told.
    const shown = `\`${address.replaceAll('`', '')}\``;
    const why =
      reason === 'complaint'
        ? write('bounce.complaint', { address: shown })
        : write('bounce.returned', { address: shown, status: bounce.status });
    return `${why} ${write('bounce.suspended')}\n\n${write('bounce.resume', { url, settings: `${realm.url}/#settings/account-and-privacy` })}`;
  }
}
