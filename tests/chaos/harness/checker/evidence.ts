import type { LogEvent } from './history';

/** Begins every message that the harness sends, and every text that it edits one to. */
const MARK = /^([a-z]+\d+x[0-9a-f]+):/;
/** Names every topic that it moves messages to. */
const TOPIC_MARK = /^moved ([a-z]+\d+x[0-9a-f]+)$/;

/** Keys of what an event of the log proves to have happened. */
export function evidenceOf({ type, event, audience }: LogEvent): string[] {
  const fields: EventFields = event;
  switch (type) {
    case 'message': {
      const mark = MARK.exec(fields.message?.content ?? '')?.[1];
      return mark ? [`sent:${mark}`] : [];
    }
    case 'update_message': {
      const edited = MARK.exec(fields.content ?? '')?.[1];
      const moved = TOPIC_MARK.exec(fields.subject ?? '')?.[1];
      return [...(edited ? [`edited:${edited}`] : []), ...(moved ? [`moved:${moved}`] : [])];
    }
    case 'delete_message':
      return (fields.message_ids ?? []).map((id) => `deleted:${id}`);
    case 'reaction':
      return [`reaction/${fields.op}:${fields.user_id}:${fields.message_id}:${fields.emoji_name}`];
    case 'subscription':
      return fields.op === 'add' || fields.op === 'remove'
        ? [...audience].flatMap((userId) =>
            (fields.subscriptions ?? []).map(({ stream_id: id }) => `subscription/${fields.op}:${userId}:${id}`),
          )
        : [];
    case 'user_group':
      return (fields.user_ids ?? []).map((userId) => `group/${fields.op}:${fields.group_id}:${userId}`);
    case 'update_message_flags':
      return [...audience].flatMap((userId) =>
        (fields.messages ?? []).map((id) => `flag/${fields.op}/${fields.flag}:${userId}:${id}`),
      );
    case 'attachment':
      return fields.op === 'add' ? [`uploaded:${fields.attachment?.name ?? ''}`] : [];
    default:
      return [];
  }
}

/** Ids of messages that an event presupposes. */
export function referencesOf({ type, event }: LogEvent): number[] {
  const fields: EventFields = event;
  switch (type) {
    case 'update_message':
    case 'delete_message':
      return fields.message_ids ?? [];
    case 'reaction':
      return fields.message_id === undefined ? [] : [fields.message_id];
    case 'update_message_flags':
      return fields.messages ?? [];
    default:
      return [];
  }
}

/** The id of a message that an event brings. */
export function messageIdOf({ type, event }: LogEvent): number | undefined {
  const fields: EventFields = event;
  return type === 'message' ? fields.message?.id : undefined;
}

/** Of the log's events, which the service has checked against their schemas, what is looked at here. */
interface EventFields {
  op?: string;
  message?: { id: number; content: string };
  content?: string;
  subject?: string;
  message_id?: number;
  message_ids?: number[];
  messages?: number[];
  user_id?: number;
  user_ids?: number[];
  emoji_name?: string;
  group_id?: number;
  flag?: string;
  subscriptions?: { stream_id: number }[];
  attachment?: { name: string };
}
