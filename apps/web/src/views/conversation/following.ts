import { type Narrow, kindOf, operandOf, topicNarrow } from '../../narrow/terms';
import { type Conversation, conversationKey, directKey } from '../../store/conversation';
import type { MessageMove } from '../../store/state';

/** The one conversation that a narrow shows; undefined for narrows of many. */
export function conversationIn(narrow: Narrow, userId: number): Conversation | undefined {
  const channelId = operandOf(narrow, 'channel');
  const topic = operandOf(narrow, 'topic');
  const people = operandOf(narrow, 'dm');
  const kind = kindOf(narrow);
  if (kind === 'direct' && typeof people === 'object') return { kind: 'direct', key: directKey(people, userId) };
  if (kind !== 'topic' || typeof channelId !== 'number' || typeof topic !== 'string') return undefined;
  return { kind: 'topic', channelId, topic };
}

/**
 * Where who looks at a topic goes with its messages: to their new place, if what is looked at went there with all that
 * came after it (web.md 2.12).
 * @param lookedAt the message that is looked at; undefined at the end
 */
export function followed(narrow: Narrow, move: MessageMove, lookedAt: number | undefined): Narrow | undefined {
  const { from, to, ids, isWhole } = move;
  const shown = conversationIn(narrow, 0);
  if (!isWhole || shown === undefined || conversationKey(shown) !== conversationKey(from)) return undefined;
  return lookedAt === undefined || ids.includes(lookedAt) ? topicNarrow(to.channelId, to.topic) : undefined;
}
