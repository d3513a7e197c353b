import { ResponseBody } from '@stoa/testing';
import { fetchNewest } from './messages';
import { Person } from './people';

/** Every unread id of a register answer's `unread_msgs`, ascending. */
export function unreadIds(state: ResponseBody): number[] {
  const { pms, streams, huddles } = state.unread_msgs;
  const groups: { unread_message_ids: number[] }[] = [...pms, ...streams, ...huddles];
  return groups.flatMap(({ unread_message_ids: ids }) => ids).sort((a, b) => a - b);
}

/** The same by the other way: what a fetch of `is:unread` finds. */
export async function fetchUnreadIds(person: Person): Promise<number[]> {
  const messages = await fetchNewest(person, [['is', 'unread']]);
  return messages.map(({ id }) => id);
}

/** What /register says about unread messages and stars now, without a queue's events. */
export async function registerState(person: Person): Promise<ResponseBody> {
  return person.client.succeed('POST', '/register', {
    event_types: [],
    fetch_event_types: ['message', 'update_message_flags', 'starred_messages', 'recent_private_conversations'],
    client_capabilities: { empty_topic_name: true },
  });
}
