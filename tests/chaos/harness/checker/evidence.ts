import type { LogEvent } from './history';

/** Begins every message that the harness sends, and every text that it edits one to. */
const MARK = /^([a-z]+\d+x[0-9a-f]+):/;
/** Names every topic that it moves messages to. */
const TOPIC_MARK = /^moved ([a-z]+\d+x[0-9a-f]+)$/;
/** In what a delivery of a tool becomes. */
const DELIVERED_MARK = / configured by ([a-z]+\d+x[0-9a-f]+)\.$/;

/** Keys of what an event of the log proves to have happened. */
export function evidenceOf({ event, audience }: LogEvent): string[] {
  switch (event.type) {
    case 'message': {
      const { content } = event.message;
      const sent = MARK.exec(content)?.[1];
      const delivered = DELIVERED_MARK.exec(content)?.[1];
      return [...(sent ? [`sent:${sent}`] : []), ...(delivered ? [`delivered:${delivered}`] : [])];
    }
    case 'update_message': {
      const edited = MARK.exec(event.content ?? '')?.[1];
      const moved = TOPIC_MARK.exec(event.subject ?? '')?.[1];
      return [...(edited ? [`edited:${edited}`] : []), ...(moved ? [`moved:${moved}`] : [])];
    }
    case 'delete_message':
      return event.message_ids.map((id) => `deleted:${id}`);
    case 'reaction':
      return [`reaction/${event.op}:${event.user_id}:${event.message_id}:${event.emoji_name}`];
    case 'subscription':
      if (event.op !== 'add' && event.op !== 'remove') return [];
      return [...audience].flatMap((userId) =>
        event.subscriptions.map(({ stream_id: id }) => `subscription/${event.op}:${userId}:${id}`),
      );
    case 'user_group':
      if (event.op !== 'add_members' && event.op !== 'remove_members') return [];
      return event.user_ids.map((userId) => `group/${event.op}:${event.group_id}:${userId}`);
    case 'update_message_flags':
      return [...audience].flatMap((userId) =>
        event.messages.map((id) => `flag/${event.op}/${event.flag}:${userId}:${id}`),
      );
    case 'attachment':
      return event.op === 'add' ? [`uploaded:${event.attachment.name}`] : [];
    default:
      return [];
  }
}

/** Ids of messages that an event presupposes. */
export function referencesOf({ event }: LogEvent): number[] {
  switch (event.type) {
    case 'update_message':
    case 'delete_message':
      return event.message_ids;
    case 'reaction':
      return [event.message_id];
    case 'update_message_flags':
      return event.messages;
    default:
      return [];
  }
}

/** The id of a message that an event brings. */
export function messageIdOf({ event }: LogEvent): number | undefined {
  return event.type === 'message' ? event.message.id : undefined;
}
