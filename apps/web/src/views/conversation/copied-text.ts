import { targetOfMessage, targetText } from '../../compose/target';
import { conversationKey } from '../../store/conversation';
import { type Message, conversationOf } from '../../store/message';
import type { State } from '../../store/state';
import { userOf } from '../../store/users';

/** What of a message is selected. */
export interface CopiedPart {
  readonly message: Message;
  readonly text: string;
}

/** Several messages as text: who said what, below their conversations where these differ (web.md 2.11). */
export function copiedText(state: State, parts: readonly CopiedPart[]): string {
  const keys = parts.map(({ message }) => conversationKey(conversationOf(message)));
  const hasHeadings = new Set(keys).size > 1;
  return parts
    .flatMap(({ message, text }, position) => {
      const line = `${userOf(state, message.sender_id).full_name}: ${text.trim()}`;
      const isNew = hasHeadings && keys[position] !== keys[position - 1];
      if (!isNew) return [line];
      return [...(position > 0 ? [''] : []), targetText(state, targetOfMessage(message)), line];
    })
    .join('\n');
}
