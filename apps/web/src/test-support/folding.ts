import { applyEvents, type PolledEvent } from '../store/apply';
import { conversationKey } from '../store/conversation';
import type { RegisterAnswer } from '../store/register-answer';
import { snapshotState } from '../store/snapshot';
import type { Channel, State } from '../store/state';
import { countedMentions, unreadCounts } from '../store/unread-counts';

/** What no snapshot has, or what differs between two snapshots of the same state. */
const INCIDENTAL = [
  'messages',
  'windows',
  'topics',
  'typing',
  'editing',
  'listVersions',
  'reload',
  'presences',
  'presenceLastUpdateId',
  'presenceTime',
  'service',
  'unreadWildcards',
] as const satisfies readonly (keyof State)[];

/**
 * What the client makes of a snapshot and the events after it, and what it makes of a later snapshot: both in a form that
 * equal states share.
 */
export function foldedAndFresh(
  before: RegisterAnswer,
  events: readonly PolledEvent[],
  after: RegisterAnswer,
): { folded: object; fresh: object } {
  const folded = applyEvents(snapshotState(before), events, { now: 0 });
  return { folded: comparable(folded), fresh: comparable(snapshotState(after)) };
}

function comparable(state: State): object {
  const compared: Partial<State> = { ...state };
  for (const part of INCIDENTAL) delete compared[part];
  const { channels, mentions, ...numbers } = unreadCounts(state);
  return {
    ...compared,
    channels: new Map([...state.channels].map(([id, channel]) => [id, comparableChannel(channel)])),
    alertWords: [...state.alertWords].sort(),
    unreadMentions: new Set(countedMentions(state)),
    unreadPlaces: new Map(),
    counts: {
      ...numbers,
      mentions,
      places: new Map([...state.unreadPlaces].map(([id, place]) => [id, conversationKey(place)])),
      channels,
    },
  };
}

/** No event brings the first message of a channel that the user is not subscribed to. */
function comparableChannel(channel: Channel): Channel {
  return channel.isSubscribed ? channel : { ...channel, first_message_id: null };
}
