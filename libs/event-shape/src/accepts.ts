import { matchesQueueNarrow } from '@stoa/narrow';
import { QueueShape } from './queue-profile';
import { EventFields, ShapeInput, isMessageEvent, isRecord } from './shape-input';

/**
 * Whether an event reaches a queue of a user that it is addressed to: realtime.md 6.2 in its order, then what only
 * queues with or without a capability get (6.5).
 * @param flags the user's flags of the message, for the narrow of `message` events
 */
export function accepts(queue: QueueShape, input: ShapeInput, flags: readonly string[]): boolean {
  const { event, when } = input;
  if (!queue.wantsType(event.type)) return false;
  if (when && queue.declares(when.capability) !== when.is) return false;
  const rule = RULES[event.type];
  return rule ? rule(queue, event, flags) : true;
}

type Rule = (queue: QueueShape, event: EventFields, flags: readonly string[]) => boolean;

const RULES: Record<string, Rule | undefined> = {
  muted_topics: (queue) => !queue.types?.has('user_topic'),
  message: matchesNarrow,
  typing: (queue, event) => event.stream_id === undefined || queue.has('stream_typing_notifications'),
  update_display_settings: (queue) => !queue.has('user_settings_object'),
  update_global_notifications: (queue) => !queue.has('user_settings_object'),
  user_group: acceptsUserGroup,
  stream: (queue, event) => event.op !== 'update' || event.property !== 'is_archived' || queue.has('archived_channels'),
  realm_linkifiers: (queue) => queue.has('linkifier_url_template'),
};

function acceptsUserGroup(queue: QueueShape, event: EventFields): boolean {
  const includesDeactivated = queue.has('include_deactivated_groups');
  if (event.op === 'remove') return !includesDeactivated;
  if (event.op !== 'update' || !isRecord(event.data)) return true;
  return includesDeactivated || !('deactivated' in event.data);
}

function matchesNarrow(queue: QueueShape, event: EventFields, flags: readonly string[]): boolean {
  const { narrow } = queue.profile;
  if (narrow.length === 0 || !isMessageEvent(event)) return true;
  return matchesQueueNarrow(narrow, { ...event.message, flags });
}
