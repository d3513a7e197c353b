import type { StoredEvent } from '@stoa/contracts/events';
import { matchesQueueNarrow } from '@stoa/narrow';
import { isToldOfBots } from './bot-forms';
import { QueueShape } from './queue-profile';
import { ShapeInput } from './shape-input';

/**
 * Whether an event reaches a queue of a user that it is addressed to: realtime.md 6.2 in its order, then what only
 * queues with or without a capability get (6.5).
 * @param flags the user's flags of the message, for the narrow of `message` events
 */
export function accepts(queue: QueueShape, { event, when }: ShapeInput, flags: readonly string[]): boolean {
  if (!queue.wantsType(event.type)) return false;
  if (when && queue.declares(when.capability) !== when.is) return false;
  switch (event.type) {
    case 'muted_topics':
      return !queue.types?.has('user_topic');
    case 'message':
      return matchesNarrow(queue, event, flags);
    case 'typing':
      return !('stream_id' in event) || queue.has('stream_typing_notifications');
    case 'update_display_settings':
    case 'update_global_notifications':
      return !queue.has('user_settings_object');
    case 'user_group':
      return acceptsUserGroup(queue, event);
    case 'stream':
      return event.op !== 'update' || event.property !== 'is_archived' || queue.has('archived_channels');
    case 'realm_bot':
      return event.op !== 'update' || isToldOfBots(event.bot);
    case 'realm_linkifiers':
      return queue.has('linkifier_url_template');
    default:
      return true;
  }
}

function acceptsUserGroup(queue: QueueShape, event: StoredEvent<'user_group'>): boolean {
  const includesDeactivated = queue.has('include_deactivated_groups');
  if (event.op === 'remove') return !includesDeactivated;
  return event.op !== 'update' || includesDeactivated || !('deactivated' in event.data);
}

function matchesNarrow(queue: QueueShape, { message }: StoredEvent<'message'>, flags: readonly string[]): boolean {
  const { narrow } = queue.profile;
  return narrow.length === 0 || matchesQueueNarrow(narrow, { ...message, flags });
}
