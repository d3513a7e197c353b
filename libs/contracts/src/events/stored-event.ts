import type { Static } from '@sinclair/typebox';
import type { StoredAttachmentEvent } from './attachment.events';
import type { CLIENT_EVENT_SCHEMAS } from './client-events';
import type { StoredDeleteMessageEvent, StoredUpdateMessageEvent } from './edit.events';
import type { INTERNAL_EVENT_SCHEMAS } from './internal.events';
import type { MessageEventHints } from './message.event';
import type { StoredReactionEvent } from './message-item.events';
import type { StoredMessageEvent } from './message.events';
import type { StoredRealmExportEvent } from './organization.events';
import type { StoredPresenceEvent } from './presence.events';
import type { StoredRealmBotEvent } from './realm-user.events';

/** An event as one client sees it. */
export type ClientEvent = Static<(typeof CLIENT_EVENT_SCHEMAS)[number]>;
type InternalEvent = Static<(typeof INTERNAL_EVENT_SCHEMAS)[number]>;

/**
 * Events whose stored form is more than a client's event without its `id`; each is declared next to its schema, and
 * libs/event-shape makes of it what a client sees.
 */
interface FullerForms {
  message: StoredMessageEvent;
  update_message: StoredUpdateMessageEvent;
  delete_message: StoredDeleteMessageEvent;
  presence: StoredPresenceEvent;
  realm_export: StoredRealmExportEvent;
  attachment: StoredAttachmentEvent;
  reaction: StoredReactionEvent;
  realm_bot: StoredRealmBotEvent;
}

/** Hints of the types that have any, declared next to their schemas. */
interface HintsByType {
  message: MessageEventHints;
}

/** `{}` would allow any field where none is left. */
type Without<E, K extends PropertyKey> = E extends unknown
  ? [Exclude<keyof E, K>] extends [never]
    ? Record<string, never>
    : Omit<E, K>
  : never;
type StoredForm<E extends { type: string }> = E extends { type: keyof FullerForms }
  ? FullerForms[E['type']]
  : Without<E, 'id'>;
type StoredByType = { [E in ClientEvent | InternalEvent as E['type']]: StoredForm<E> };

export type EventType = keyof StoredByType;

/** An event as a change holds it: without an `id`, and in its fullest form, which libs/event-shape fits to each queue. */
export type StoredEvent<T extends EventType = EventType> = StoredByType[T];

/** Facts that shaping and push need and clients never see. */
export type EventHints<T extends EventType = EventType> = T extends keyof HintsByType ? HintsByType[T] : never;

/** Operations of a type; never for types without `op`. */
export type OpOf<T extends EventType> =
  StoredEvent<T> extends infer E ? (E extends { op: infer O } ? O : never) : never;
export type TypeWithOp = { [T in EventType]: [OpOf<T>] extends [never] ? never : T }[EventType];
export type TypeWithoutOp = Exclude<EventType, TypeWithOp>;

type OfOp<E, O> = E extends { op: infer Own } ? ([Extract<O, Own>] extends [never] ? never : E) : never;

/** What an event of a type and operation holds besides these two. */
export type FieldsOf<T extends EventType, O = never> = Without<
  [O] extends [never] ? StoredEvent<T> : OfOp<StoredEvent<T>, O>,
  'type' | 'op'
>;
