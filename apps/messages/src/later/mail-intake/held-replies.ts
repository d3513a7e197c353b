import { Injectable } from '@nestjs/common';
import { DomainError, UnavailableError } from '@stoa/errors';
import { textsIn } from '@stoa/texts';
import type { AnsweredMessage } from '../../read/fetch/answer-address';
import { MessagesEnvironment } from '../../messages.environment';
import { NoticeService } from '../../send/notices/notice.service';
import { Owner } from '../../send/notices/owner-context';
import type { StoredDraft } from '../drafts/draft-rules';
import { DraftsService } from '../drafts/drafts.service';
import { IncomingMail } from './incoming-mail';
import { heldNotice, mailContent } from './mail-message';
import { type HeldClaim, ReceivedMailsRepository } from './received-mails.repository';

/** For one user: whoever found an address for answers must not be able to fill the user's messages. */
const MOST_IN_A_DAY = 10;

/**
 * Answers that came from another mail domain than the account's: nobody vouches for who wrote them, so their user decides
 * (mail-and-integrations.md 4.3). What they say becomes a draft of the user's, which to send posts it and to delete drops it.
 */
@Injectable()
export class HeldReplies {
  constructor(
    private readonly environment: MessagesEnvironment,
    private readonly repository: ReceivedMailsRepository,
    private readonly drafts: DraftsService,
    private readonly notices: NoticeService,
  ) {}

  /**
   * @param findAnswered throws a DomainError if the user cannot read it any more
   * @returns false: the mail is to be refused. The installation says so, the user cannot read what it answers, got too many
   * of such mails, or has as many drafts as one may have. Why, strangers are not told
   * @throws UnavailableError if the user's drafts changed meanwhile: the mail is to come again
   */
  async hold(owner: Owner, mail: IncomingMail, findAnswered: () => Promise<AnsweredMessage>): Promise<boolean> {
    if (this.environment.STOA_MAIL_IN_FOREIGN_REPLIES === 'refuse') return false;
    const { realmId, realmUrl, userId } = owner.ctx.actor;
    if (await this.repository.isReceived(realmId, mail.key)) return true;
    const answered = await unlessRefused(findAnswered);
    const room = await this.drafts.roomFor(userId);
    if (!answered || room === 'full') return false;
    const isDrafted = room === 'free';
    const write = textsIn(owner.user?.language ?? '');
    const content = mailContent({ ...mail, showsFrom: false }, { hasTopics: true, mayMention: true, write });
    const url = `${realmUrl}/#narrow/near/${answered.message.id}`;
    const notice = heldNotice({ from: mail.from.address, url, content, isDrafted }, write);
    const last: { claim?: HeldClaim } = {};
    await this.notices.sendDirectWithin(owner.ctx, userId, notice, {
      within: {
        claim: async (tx) => {
          last.claim = await this.repository.claimHeld(tx, { realmId, key: mail.key, userId }, MOST_IN_A_DAY);
          return last.claim === 'claimed';
        },
        sent: async (tx) => {
          if (!isDrafted || (await this.drafts.addWithin(tx, userId, draftOf(answered, userId, content)))) return;
          throw new UnavailableError('the drafts of who is to decide about a mail have changed');
        },
      },
      isForRecipientsEyes: true,
    });
    return last.claim !== 'tooMany';
  }
}

/** @returns undefined for a DomainError */
async function unlessRefused<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** A draft where the answer would have been posted. Drafts to others do not name their author among the recipients. */
function draftOf({ message }: AnsweredMessage, userId: number, content: string): StoredDraft {
  const { stream_id: channelId, subject, display_recipient: participants } = message;
  const rest = { content, editedAt: null };
  if (channelId !== undefined) return { ...rest, kind: 'stream', recipientIds: [channelId], topic: subject };
  const ids = Array.isArray(participants) ? participants.map(({ id }) => id) : [];
  const others = ids.filter((id) => id !== userId);
  return { ...rest, kind: 'private', recipientIds: others.length > 0 ? others : ids, topic: '' };
}
