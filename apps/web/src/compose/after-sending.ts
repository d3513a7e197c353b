import { type Narrow, kindOf, narrowKey, operandOf } from '../narrow/terms';
import type { Recipient } from '../outbox/outbox';
import type { State } from '../store/state';
import { Store } from '../store/store';
import { TopicPolicy, countsTowardHome, topicPolicy } from '../store/unread-counts';
import { targetKey, targetOfNarrow } from './target';

/** The view from which a message was sent that it shows: its list goes to the end. Another object each time. */
export const sentHere = new Store<{ readonly view: string } | undefined>(undefined);

/**
 * Whether a view has what is on its way to somebody below its newest message: one that stands farther back does not, and
 * neither does a search (web.md 2.9).
 */
export function showsOnItsWay(
  state: Pick<State, 'channels' | 'userTopics' | 'windows'>,
  narrow: Narrow,
  recipient: Recipient,
): boolean {
  const window = state.windows.get(narrowKey(narrow));
  return window?.haveNewest === true && showsSent(state, narrow, recipient);
}

/** Whether a view shows what is sent to somebody (web-details.md D.10); muted topics are not in feeds. */
export function showsSent(
  state: Pick<State, 'channels' | 'userTopics'>,
  narrow: Narrow,
  recipient: Recipient,
): boolean {
  const isChannel = recipient.type === 'channel';
  switch (kindOf(narrow)) {
    case 'topic':
    case 'direct': {
      const shown = targetOfNarrow(narrow);
      return shown !== undefined && targetKey(shown) === targetKey(recipient);
    }
    case 'channel':
      if (!isChannel || operandOf(narrow, 'channel') !== recipient.channelId) return false;
      return topicPolicy(state, recipient.channelId, recipient.topic) !== TopicPolicy.Muted;
    case 'feed':
      return !isChannel || countsTowardHome(state, recipient.channelId, recipient.topic);
    case 'direct-feed':
      return !isChannel;
    case 'search':
    case 'other':
      return false;
  }
}
