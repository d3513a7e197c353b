import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { DirectoryUser } from '@stoa/directory';
import { EmojiReference } from '@stoa/emoji';
import { dummyEmail } from '@stoa/policy';

/** Who reacted, in the deprecated form that old clients read. */
interface ReactionUser {
  user_id: number;
  email: string;
  full_name: string;
}

export function namesOf({ id, email, fullName }: DirectoryUser): ReactionUser {
  return { user_id: id, email, full_name: fullName };
}

/** As messages show a sender to whom the receiver has no access (users.md 3). */
export function unknownUser(userId: number, realmHost: string): ReactionUser {
  return { user_id: userId, email: dummyEmail(userId, realmHost), full_name: 'Unknown user' };
}

export interface ReactionChange {
  op: 'add' | 'remove';
  messageId: number;
  user: ReactionUser;
  emoji: EmojiReference;
}

/** `reaction` to the action recipients of the message (messages.md 12). */
export function reactionEvent(
  { op, messageId, user, emoji }: ReactionChange,
  recipients: readonly number[],
): ChangeEvent {
  return eventOf(
    'reaction',
    op,
    {
      user_id: user.user_id,
      user,
      message_id: messageId,
      emoji_name: emoji.emojiName,
      emoji_code: emoji.emojiCode,
      reaction_type: emoji.reactionType,
    },
    recipients,
  );
}
