import type { MessageEventHints } from '@stoa/contracts/events';

/** An event as a change carries it: no id yet, in its fullest form. */
export interface EventFields {
  type: string;
  op?: string;
  [field: string]: unknown;
}

/** The parts of a change's event body that shaping reads (libs/contracts, `EventBody`). */
export interface ShapeInput {
  event: EventFields;
  localEcho?: { queueId: string; localId: string };
  when?: { capability: string; is: boolean };
  hints?: MessageEventHints;
}

/** Message flags of a user; users that are not named have none. */
export type FlagsOf = (userId: number) => readonly string[];

export interface MessageFields {
  id: number;
  sender_id: number;
  sender_email: string;
  sender_full_name: string;
  avatar_url: string | null;
  content: string;
  rendered_content: string;
  type: 'stream' | 'private';
  display_recipient: unknown;
  subject: string;
  [field: string]: unknown;
}

export interface MessageEventFields extends EventFields {
  message: MessageFields;
}

export function isMessageEvent(event: EventFields): event is MessageEventFields {
  return event.type === 'message' && typeof event.message === 'object' && event.message !== null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
