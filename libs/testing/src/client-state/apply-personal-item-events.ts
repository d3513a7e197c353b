import { Static, Type } from '@sinclair/typebox';
import {
  DraftsAddEventSchema,
  DraftsRemoveEventSchema,
  DraftsUpdateEventSchema,
  ReactionAddEventSchema,
  ReactionRemoveEventSchema,
  RemindersAddEventSchema,
  RemindersRemoveEventSchema,
  SavedSnippetsAddEventSchema,
  SavedSnippetsRemoveEventSchema,
  SavedSnippetsUpdateEventSchema,
  ScheduledMessagesAddEventSchema,
  ScheduledMessagesRemoveEventSchema,
  ScheduledMessagesUpdateEventSchema,
  SubmessageEventSchema,
} from '@stoa/contracts/events';
import type { Draft, Reminder, ScheduledMessage } from '@stoa/contracts/messages';
import type { SavedSnippet } from '@stoa/contracts/users';
import { ClientState } from './client-state';

/** What hangs on messages: no part of the state of POST /register. */
export const MESSAGE_ITEM_EVENTS = Type.Union([
  ReactionAddEventSchema,
  ReactionRemoveEventSchema,
  SubmessageEventSchema,
]);

/** What users prepare for later. */
export const PERSONAL_ITEM_EVENTS = Type.Union([
  DraftsAddEventSchema,
  DraftsRemoveEventSchema,
  DraftsUpdateEventSchema,
  RemindersAddEventSchema,
  RemindersRemoveEventSchema,
  SavedSnippetsAddEventSchema,
  SavedSnippetsRemoveEventSchema,
  SavedSnippetsUpdateEventSchema,
  ScheduledMessagesAddEventSchema,
  ScheduledMessagesRemoveEventSchema,
  ScheduledMessagesUpdateEventSchema,
]);
type PersonalItemEvent = Static<typeof PERSONAL_ITEM_EVENTS>;
type EventOf<Name extends PersonalItemEvent['type']> = Extract<PersonalItemEvent, { type: Name }>;

/** Lists keep the order that POST /register gives them in. */
export function applyPersonalItemEvent(state: ClientState, event: PersonalItemEvent): void {
  switch (event.type) {
    case 'drafts':
      if (state.drafts) state.drafts = draftsAfter(state.drafts, event);
      return;
    case 'scheduled_messages':
      if (state.scheduled_messages) state.scheduled_messages = scheduledAfter(state.scheduled_messages, event);
      return;
    case 'reminders':
      if (state.reminders) state.reminders = remindersAfter(state.reminders, event);
      return;
    case 'saved_snippets':
      if (state.saved_snippets) state.saved_snippets = snippetsAfter(state.saved_snippets, event);
  }
}

function draftsAfter(drafts: readonly Draft[], event: EventOf<'drafts'>): Draft[] {
  const changed = event.op === 'add' ? event.drafts : event.op === 'update' ? [event.draft] : [];
  const gone = event.op === 'remove' ? [event.draft_id] : [];
  return replaced(drafts, changed, gone, ({ id }) => id).sort((a, b) => a.timestamp - b.timestamp || a.id - b.id);
}

function scheduledAfter(
  messages: readonly ScheduledMessage[],
  event: EventOf<'scheduled_messages'>,
): ScheduledMessage[] {
  const changed =
    event.op === 'add' ? event.scheduled_messages : event.op === 'update' ? [event.scheduled_message] : [];
  const gone = event.op === 'remove' ? [event.scheduled_message_id] : [];
  return replaced(messages, changed, gone, ({ scheduled_message_id }) => scheduled_message_id).sort(
    (a, b) =>
      a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp ||
      a.scheduled_message_id - b.scheduled_message_id,
  );
}

function remindersAfter(reminders: readonly Reminder[], event: EventOf<'reminders'>): Reminder[] {
  const changed = event.op === 'add' ? event.reminders : [];
  const gone = event.op === 'remove' ? [event.reminder_id] : [];
  return replaced(reminders, changed, gone, ({ reminder_id }) => reminder_id).sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.reminder_id - b.reminder_id,
  );
}

function snippetsAfter(snippets: readonly SavedSnippet[], event: EventOf<'saved_snippets'>): SavedSnippet[] {
  const changed = event.op === 'remove' ? [] : [event.saved_snippet];
  const gone = event.op === 'remove' ? [event.saved_snippet_id] : [];
  return replaced(snippets, changed, gone, ({ id }) => id).sort((a, b) => a.id - b.id);
}

function replaced<T>(list: readonly T[], changed: readonly T[], gone: readonly number[], idOf: (item: T) => number) {
  const without = new Set([...gone, ...changed.map(idOf)]);
  return [...list.filter((item) => !without.has(idOf(item))), ...changed];
}
