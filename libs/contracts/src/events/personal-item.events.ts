import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';
import {
  DraftSchema,
  ReminderSchema,
  SavedSnippetSchema,
  ScheduledMessageSchema,
} from '../users/personal-state.schema';

const id = Type.Integer();

/** Drafts were made, all of one request (messages.md 16). */
export const DraftsAddEventSchema = Type.Object(
  { id, type: Type.Literal('drafts'), op: Type.Literal('add'), drafts: Type.Array(DraftSchema) },
  CLOSED,
);
export const DraftsUpdateEventSchema = Type.Object(
  { id, type: Type.Literal('drafts'), op: Type.Literal('update'), draft: DraftSchema },
  CLOSED,
);
export const DraftsRemoveEventSchema = Type.Object(
  { id, type: Type.Literal('drafts'), op: Type.Literal('remove'), draft_id: Type.Integer() },
  CLOSED,
);

/** A message was scheduled (messages.md 17). */
export const ScheduledMessagesAddEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('scheduled_messages'),
    op: Type.Literal('add'),
    scheduled_messages: Type.Array(ScheduledMessageSchema),
  },
  CLOSED,
);
/** It was changed, or could not be sent. */
export const ScheduledMessagesUpdateEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('scheduled_messages'),
    op: Type.Literal('update'),
    scheduled_message: ScheduledMessageSchema,
  },
  CLOSED,
);
/** It was deleted, or sent. */
export const ScheduledMessagesRemoveEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('scheduled_messages'),
    op: Type.Literal('remove'),
    scheduled_message_id: Type.Integer(),
  },
  CLOSED,
);

/** A reminder was made (messages.md 18). */
export const RemindersAddEventSchema = Type.Object(
  { id, type: Type.Literal('reminders'), op: Type.Literal('add'), reminders: Type.Array(ReminderSchema) },
  CLOSED,
);
/** It was deleted, or sent. */
export const RemindersRemoveEventSchema = Type.Object(
  { id, type: Type.Literal('reminders'), op: Type.Literal('remove'), reminder_id: Type.Integer() },
  CLOSED,
);

/** A snippet was saved (messages.md 19). */
export const SavedSnippetsAddEventSchema = Type.Object(
  { id, type: Type.Literal('saved_snippets'), op: Type.Literal('add'), saved_snippet: SavedSnippetSchema },
  CLOSED,
);
export const SavedSnippetsUpdateEventSchema = Type.Object(
  { id, type: Type.Literal('saved_snippets'), op: Type.Literal('update'), saved_snippet: SavedSnippetSchema },
  CLOSED,
);
export const SavedSnippetsRemoveEventSchema = Type.Object(
  { id, type: Type.Literal('saved_snippets'), op: Type.Literal('remove'), saved_snippet_id: Type.Integer() },
  CLOSED,
);
