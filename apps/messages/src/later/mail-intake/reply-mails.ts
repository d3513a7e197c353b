import { Injectable } from '@nestjs/common';
import type { Actor } from '@stoa/contracts/rpc';
import type { Mailbox } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { textsIn } from '@stoa/texts';
import { type AnsweredMessage, answerAddress } from '../../read/fetch/answer-address';
import { FetchService } from '../../read/fetch/fetch.service';
import { SendMessageService } from '../../send/messages/send-message.service';
import { NoticeService } from '../../send/notices/notice.service';
import { Owner, OwnerContexts } from '../../send/notices/owner-context';
import { HeldReplies } from './held-replies';
import { IncomingMail, MAIL_CLIENT } from './incoming-mail';
import { mailContent } from './mail-message';
import { isOfSameDomain } from './mail-sender';
import { ReceivedMailsRepository } from './received-mails.repository';

type Reply = Extract<Mailbox, { kind: 'reply' }>;

/** What users mail in answer to mails about messages: posted as they, where the message is now. */
@Injectable()
export class ReplyMails {
  constructor(
    private readonly repository: ReceivedMailsRepository,
    private readonly owners: OwnerContexts,
    private readonly messages: FetchService,
    private readonly sending: SendMessageService,
    private readonly notices: NoticeService,
    private readonly held: HeldReplies,
  ) {}

  /** @returns the user; null: gone */
  async open(reply: Reply): Promise<Actor | null> {
    return (await this.userOf(reply))?.ctx.actor ?? null;
  }

  /** Whether a mail may bring files: it is its user's, as far as mail servers vouch for that, and not a repetition. */
  async admitsFiles(reply: Reply, { key, from }: { key: string; from: string }): Promise<boolean> {
    const actor = await this.open(reply);
    if (!actor || !isOfSameDomain(from, actor.deliveryEmail)) return false;
    return !(await this.repository.isReceived(actor.realmId, key));
  }

  /**
   * @returns `told`: it is not posted, as its user was told; `held`: the user decides about it
   * @throws DomainError why it is not taken at all
   */
  async post(reply: Reply, mail: IncomingMail): Promise<'posted' | 'repeated' | 'told' | 'held'> {
    const owner = await this.userOf(reply);
    if (!owner) throw badRequest('Account is deactivated');
    if (!isOfSameDomain(mail.from.address, owner.ctx.actor.deliveryEmail)) return this.postForeign(owner, reply, mail);
    let target: AnsweredMessage | undefined;
    try {
      target = await this.answered(owner, reply);
      const write = textsIn(owner.settings.defaultLanguage);
      const content = mailContent({ ...mail, showsFrom: false }, { hasTopics: true, mayMention: true, write });
      const request = { ...answerAddress(target), content };
      return (await this.sending.sendWithin(owner.ctx, request, this.within(owner, mail))) ? 'posted' : 'repeated';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.tell(owner, { mail, target, reason: error.message });
      return 'told';
    }
  }

  /** Unless it is held its user is not told: whoever found the address must not be able to write to them. */
  private async postForeign(owner: Owner, reply: Reply, mail: IncomingMail): Promise<'held'> {
    if (await this.held.hold(owner, mail, () => this.answered(owner, reply))) return 'held';
    throw badRequest("Answers must come from the account's mail domain");
  }

  /** @throws DomainError if its user cannot read the message any more */
  private answered({ ctx }: Owner, { messageId }: Reply): Promise<AnsweredMessage> {
    const request = { message_id: messageId, apply_markdown: true, allow_empty_topic_name: true };
    return this.messages.fetchOne(ctx, request);
  }

  private async userOf({ userId }: Reply): Promise<Owner | undefined> {
    const place = await this.repository.placeOf(userId);
    const owner = place && (await this.owners.of({ ...place, userId }, MAIL_CLIENT));
    return owner?.user?.isActive && !owner.settings.isDeactivated ? owner : undefined;
  }

  /** Once for each mail, like its message. */
  private async tell(
    owner: Owner,
    failed: { mail: IncomingMail; target: AnsweredMessage | undefined; reason: string },
  ): Promise<void> {
    const { mail, target, reason } = failed;
    const write = textsIn(owner.user?.language ?? '');
    const place = target?.message.display_recipient;
    const content =
      typeof place === 'string'
        ? write('mailIn.replyFailedInChannel', { channel: place, reason })
        : write('mailIn.replyFailed', { reason });
    await this.notices.sendDirectWithin(owner.ctx, owner.ctx.actor.userId, content, {
      within: this.within(owner, mail),
      isForRecipientsEyes: true,
    });
  }

  private within({ ctx: { actor } }: Owner, { key }: IncomingMail) {
    return {
      claim: (tx: Parameters<ReceivedMailsRepository['claim']>[0]) =>
        this.repository.claim(tx, { realmId: actor.realmId, key, kind: 'reply' }),
      sent: () => Promise.resolve(),
    };
  }
}
