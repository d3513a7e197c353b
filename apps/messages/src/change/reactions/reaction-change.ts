import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { DirectoryUser } from '@stoa/directory';
import { EmojiReference } from '@stoa/emoji';

export interface ReactionChange {
  op: 'add' | 'remove';
  messageId: number;
  user: DirectoryUser;
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
      user_id: user.id,
      user: { user_id: user.id, email: user.email, full_name: user.fullName },
      message_id: messageId,
      emoji_name: emoji.emojiName,
      emoji_code: emoji.emojiCode,
      reaction_type: emoji.reactionType,
    },
    recipients,
  );
}
