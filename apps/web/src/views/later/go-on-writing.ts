import type { Client } from '../../client/client';
import { namesOf } from '../../client/client';
import { type Target, targetText, writeTo } from '../../compose/target';
import { narrowAddress } from '../../narrow/address';
import { type Narrow, channelNarrow, directNarrow, narrowKey, topicNarrow } from '../../narrow/terms';
import type { State } from '../../store/state';
import { tw } from '../../strings/writing-strings';

function isKnown({ channels }: State, target: Target): boolean {
  return target.type === 'direct'
    ? target.userIds.length > 0
    : target.channelId !== undefined && channels.has(target.channelId);
}

/** Where a draft belongs; one that says too little is written in the feed. */
function narrowOf(state: State, target: Target): Narrow {
  if (!isKnown(state, target)) return [];
  if (target.type === 'direct') return directNarrow([...target.userIds]);
  const { channelId, topic } = target;
  if (channelId === undefined) return [];
  return topic === undefined ? channelNarrow(channelId) : topicNarrow(channelId, topic);
}

/** The recipient for people, also where there is none (yet). */
export function nameOf(state: State, target: Target): string {
  if (isKnown(state, target)) return targetText(state, target);
  return tw(target.type === 'channel' && target.channelId !== undefined ? 'drafts.gone' : 'drafts.nowhere');
}

/**
 * Opens the conversation of a target with the compose box for it.
 * @returns what the dialog does when it has closed: the box takes the focus instead of what had it before
 */
export function goOnWriting({ store }: Client, target: Target): (event: Event) => void {
  const state = store.get();
  const narrow = narrowOf(state, target);
  location.hash = narrowAddress(narrow, namesOf(state));
  return (event) => {
    event.preventDefault();
    writeTo(narrowKey(narrow), target);
  };
}
