import type { Draft } from '../draft';
import type { State } from '../state';
import type { EventOf } from './event';

/** Lists that the user keeps for later; additions replace what is there already. */

export function applyDrafts(draft: Draft<State>, event: EventOf<'drafts'>): void {
  const drafts = draft.write('drafts');
  if (event.op === 'add') for (const item of event.drafts) drafts.set(item.id, item);
  else if (event.op === 'update') drafts.set(event.draft.id, event.draft);
  else drafts.delete(event.draft_id);
}

export function applyScheduled(draft: Draft<State>, event: EventOf<'scheduled_messages'>): void {
  const scheduled = draft.write('scheduled');
  if (event.op === 'add') {
    for (const item of event.scheduled_messages) scheduled.set(item.scheduled_message_id, item);
  } else if (event.op === 'update') {
    scheduled.set(event.scheduled_message.scheduled_message_id, event.scheduled_message);
  } else scheduled.delete(event.scheduled_message_id);
}

export function applyReminders(draft: Draft<State>, event: EventOf<'reminders'>): void {
  const reminders = draft.write('reminders');
  if (event.op === 'add') for (const item of event.reminders) reminders.set(item.reminder_id, item);
  else reminders.delete(event.reminder_id);
}

export function applySnippets(draft: Draft<State>, event: EventOf<'saved_snippets'>): void {
  const snippets = draft.write('snippets');
  if (event.op === 'remove') snippets.delete(event.saved_snippet_id);
  else snippets.set(event.saved_snippet.id, event.saved_snippet);
}
