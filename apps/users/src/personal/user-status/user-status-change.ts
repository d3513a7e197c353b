import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import type { StatusParts } from './user-status.repository';

/** `user_status` with the parts that the request set, equal or not (users.md 10). */
export function statusEvent(
  userId: number,
  { statusText, emoji }: StatusParts,
  audience: Iterable<number>,
): ChangeEvent {
  return eventOf(
    'user_status',
    {
      user_id: userId,
      ...(statusText === undefined ? {} : { status_text: statusText }),
      ...(emoji ? { emoji_name: emoji.emojiName, emoji_code: emoji.emojiCode, reaction_type: emoji.reactionType } : {}),
    },
    audience,
  );
}
