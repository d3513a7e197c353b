import type { StoredEvent } from '@stoa/contracts/events';

/**
 * The key under which an event may be merged with the last event of a queue while no answer was produced (realtime.md
 * 6.6); undefined = never. Only `update_message_flags` merges, and of those neither `all: true` nor marking unread,
 * which carries details per message.
 */
export function mergeKeyOf(event: StoredEvent): string | undefined {
  if (event.type !== 'update_message_flags' || event.all) return undefined;
  if (event.op === 'remove' && (event.message_details !== undefined || event.flag === 'read')) return undefined;
  return `${event.op}:${event.flag}`;
}
