import { Injectable } from '@nestjs/common';
import { code } from '@stoa/integrations';
import { textsIn } from '@stoa/texts';
import type { AnsweredMessage } from '../../read/fetch/answer-address';
import { MessagesEnvironment } from '../../messages.environment';
import { NoticeService } from '../../send/notices/notice.service';
import { Owner } from '../../send/notices/owner-context';
import type { StoredDraft } from '../drafts/draft-rules';
import { DraftsService } from '../drafts/drafts.service';
import { IncomingMail } from './incoming-mail';
import { mailContent } from './mail-message';
import { ReceivedMailsRepository } from './received-mails.repository';

/** For one user: whoever found an address for answers must not be able to fill the user's messages. */
const MOST_IN_A_DAY = 10;
const SHOWN_CHARACTERS = 500;

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
   * @returns false: the mail is to be refused, as the installation says, or since the user got too many of them
   */
  async hold(owner: Owner, mail: IncomingMail, findAnswered: () => Promise<AnsweredMessage>): Promise<boolean> {
    if (this.environment.STOA_MAIL_IN_FOREIGN_REPLIES === 'refuse') return false;
    const { realmId, realmUrl, userId } = owner.ctx.actor;
    if (await this.repository.isReceived(realmId, mail.key)) return true;
    if ((await this.repository.heldMails(realmId, userId)) >= MOST_IN_A_DAY) return false;
    const answered = await findAnswered();
    const write = textsIn(owner.user?.language ?? '');
    const content = mailContent({ ...mail, showsFrom: false }, { hasTopics: true, mayMention: true, write });
    const isDrafted = await this.drafts.mayAdd(userId);
    const notice = write('mailIn.held', {
      from: mail.from.address.replace(/[`\p{C}\s]+/gu, ''),
      url: `${realmUrl}/#narrow/near/${answered.message.id}`,
      text: code(content, 'text', SHOWN_CHARACTERS),
      whatToDo: write(isDrafted ? 'mailIn.heldAsDraft' : 'mailIn.heldAsText'),
    });
    await this.notices.sendDirectWithin(owner.ctx, userId, notice, {
      within: {
        claim: (tx) => this.repository.claim(tx, { realmId, key: mail.key, kind: 'held', userId }),
        sent: async (tx) => {
          if (isDrafted) await this.drafts.addWithin(tx, userId, draftOf(answered, userId, content));
        },
      },
      isForRecipientsEyes: true,
    });
    return true;
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
