import { type ScheduledMessage, createScheduledMessage, deleteScheduledMessage } from '@stoa/contracts/messages';
import { call } from '../../api/client';
import { act, failureText } from '../../client/act';
import type { Client } from '../../client/client';
import { confirmDone, notify } from '../../client/notices';
import type { Recipient } from '../../outbox/outbox';
import { fullMomentText } from '../../parts/moment-text';
import { tw } from '../../strings/writing-strings';
import { draftsOf } from '../drafts';
import type { Target } from '../target';
import { lastTime } from './last-time';
import type { Written } from './on-way';

function requestOf({ recipient, text }: Written, at: number) {
  const common = { content: text, scheduled_delivery_timestamp: at, read_by_sender: true };
  return recipient.type === 'channel'
    ? { ...common, type: 'channel' as const, to: recipient.channelId, topic: recipient.topic }
    : { ...common, type: 'direct' as const, to: [...recipient.userIds] };
}

/** Whom a scheduled message is for. */
export function recipientOfScheduled({ to, topic = '' }: ScheduledMessage, ownUserId: number): Recipient {
  if (typeof to === 'number') return { type: 'channel', channelId: to, topic };
  return { type: 'direct', userIds: to.length === 0 ? [ownUserId] : [...to] };
}

/**
 * Hands a message to the service, to be sent later; it is no draft any more then. Tried once: a second try could make a
 * second message.
 * @throws RequestRefused with the service's reason
 */
export async function schedule(client: Client, written: Written, at: number): Promise<void> {
  const { scheduled_message_id } = await call(createScheduledMessage, requestOf(written, at));
  lastTime.set(at);
  const drafts = draftsOf(client);
  const draft = drafts.find(written.recipient);
  // What was written on meanwhile stays.
  if (draft?.text.trimEnd() === written.text) drafts.discard(draft.id);
  confirmDone(tw('scheduled.done', { when: fullMomentText(at) }), {
    text: tw('cards.undo'),
    run: () => void takeBack(client, scheduled_message_id, written),
  });
}

/** The same where there is no form that says why it was refused. */
export async function scheduleOrTell(client: Client, written: Written, at: number): Promise<void> {
  try {
    await schedule(client, written, at);
  } catch (error) {
    notify(failureText(error));
  }
}

/** Deletes it there, and goes on with it here. @returns whether that worked: otherwise nothing has changed */
async function takeBack(client: Client, scheduled_message_id: number, { recipient, text }: Written): Promise<boolean> {
  const isDeleted = await act(() => call(deleteScheduledMessage, { scheduled_message_id }));
  // Next to what was begun since, if anything was.
  if (isDeleted) {
    draftsOf(client).restore({ id: crypto.randomUUID(), target: recipient, text, editedAt: Date.now() });
  }
  return isDeleted;
}

/** Takes a scheduled message back to be written on. @returns where; undefined where it could not be had */
export async function editScheduled(client: Client, message: ScheduledMessage): Promise<Target | undefined> {
  const recipient = recipientOfScheduled(message, client.store.get().userId);
  const written = { recipient, text: message.content };
  if (!(await takeBack(client, message.scheduled_message_id, written))) return undefined;
  confirmDone(tw('scheduled.unscheduled'), {
    text: tw('cards.undo'),
    run: () => void scheduleOrTell(client, written, message.scheduled_delivery_timestamp),
  });
  return recipient;
}

export function deleteScheduled({ scheduled_message_id }: ScheduledMessage): void {
  void act(() => call(deleteScheduledMessage, { scheduled_message_id }));
}
