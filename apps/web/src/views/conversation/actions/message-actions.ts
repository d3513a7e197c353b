import {
  addReaction,
  deleteMessage,
  removeReaction,
  updateFlagsForNarrow,
  updateMessageFlags,
} from '@stoa/contracts/messages';
import { call } from '../../../api/client';
import { serverNow } from '../../../api/server-clock';
import { act, failureText } from '../../../client/act';
import type { Client } from '../../../client/client';
import { copyText } from '../../../client/copy';
import { notify } from '../../../client/notices';
import { askToSignIn } from '../../../client/spectating';
import { beginQuote, endQuote } from '../../../compose/pending-quotes';
import { mentionOf, quoteOf } from '../../../compose/quote';
import { type Target, targetOfMessage, writeTo } from '../../../compose/target';
import { type Narrow, narrowKey } from '../../../narrow/terms';
import { withFlag } from '../../../store/local-flags';
import { withOwnReaction } from '../../../store/local-reactions';
import type { Message } from '../../../store/message';
import { permissionsFor } from '../../../store/message-permissions';
import { isSpectator } from '../../../store/spectator';
import type { State } from '../../../store/state';
import { isAmbiguous, userOf } from '../../../store/users';
import { t } from '../../../strings/strings';
import { messageAddress } from '../../../parts/addresses';
import { forgetReadIn } from '../../../parts/mark-conversation';
import { openCard } from '../../../parts/people-cards';
import { wireNarrow } from '../../../windows/message-loader';
import { pauseReading } from '../mark-read';
import { selectedSource } from '../selected-part';
import { beginEdit, sourceOf } from './editing';
import { messageDialog } from './message-dialog';
import { unreadQuestion } from './unread-question';

export type Reaction = Pick<Message['reactions'][number], 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** Sets or removes a personal mark at once; it is undone if the service refuses. */
function setFlag({ store }: Client, messages: number[], flag: string, isSet: boolean): void {
  store.update((state) => withFlag(state, messages, flag, isSet));
  void act(() => call(updateMessageFlags, { messages, op: isSet ? 'add' : 'remove', flag }), {
    undo: () => store.update((state) => withFlag(state, messages, flag, !isSet)),
  });
}

export function toggleStar(client: Client, { id, flags }: Message): void {
  setFlag(client, [id], 'starred', !flags.has('starred'));
}

export function toggleCollapsed(client: Client, { id, flags }: Message): void {
  setFlag(client, [id], 'collapsed', !flags.has('collapsed'));
}

/** For the user alone: the others see what the message links to as before. */
export function togglePreviews(client: Client, { id, flags }: Message): void {
  setFlag(client, [id], 'hide_link_previews', !flags.has('hide_link_previews'));
}

/** Adds the user's reaction at once, or removes it; that is undone if the service refuses. */
export function toggleReaction(
  { store }: Client,
  message: Message,
  { emoji_name, emoji_code, reaction_type }: Reaction,
): void {
  if (isSpectator(store.get())) return askToSignIn();
  const { userId } = store.get();
  const isOwn = message.reactions.some(
    (known) => known.user_id === userId && known.emoji_code === emoji_code && known.reaction_type === reaction_type,
  );
  const request = { message_id: message.id, emoji_name, emoji_code, reaction_type };
  const show = (isSet: boolean): void => store.update((state) => withOwnReaction(state, message.id, request, isSet));
  show(!isOwn);
  void act(() => call(isOwn ? removeReaction : addReaction, request), {
    asWanted: ['REACTION_ALREADY_EXISTS', 'REACTION_DOES_NOT_EXIST'],
    undo: () => show(isOwn),
  });
}

/** The row leaves with the event: what was deleted cannot be brought back. */
export function removeMessage(messageId: number): void {
  void act(() => call(deleteMessage, { message_id: messageId }));
}

/** The message's address, for other programs. */
function messageUrl(state: State, message: Message): string {
  return `${location.origin}/${messageAddress(state, message)}`;
}

export function copyLink({ store }: Client, message: Message): void {
  void copyText(messageUrl(store.get(), message), t('message.linkCopied'));
}

export async function copyMarkdown(message: Message): Promise<void> {
  const source = await sourceOf(message.id);
  if (source !== undefined) await copyText(source, t('message.markdownCopied'));
}

/** How a message names somebody. */
export function senderMention(state: State, userId: number, isSilent: boolean): string {
  const user = userOf(state, userId);
  return mentionOf(user.full_name, userId, isAmbiguous(state, user), isSilent);
}

/** A message as a quote: what of it is selected, or all of it. */
async function quoted({ store }: Client, message: Message): Promise<string | undefined> {
  const source = (await selectedSource(message.id)) ?? (await sourceOf(message.id));
  if (source === undefined) return undefined;
  const state = store.get();
  return quoteOf({
    mention: senderMention(state, message.sender_id, true),
    said: t('quote.said'),
    link: messageUrl(state, message),
    source,
  });
}

/** Opens the compose box for a target, with a mark at its caret that becomes the quote as soon as that is there. */
async function quoteFor(target: Target, { client, message, view }: Quoting): Promise<void> {
  // What is selected is looked at before the box takes the focus.
  const quoting = quoted(client, message);
  const mark = beginQuote();
  writeTo(narrowKey(view), target, mark, { atCaret: true });
  let text = '';
  try {
    text = (await quoting) ?? '';
  } catch (error) {
    notify(failureText(error));
  } finally {
    // A mark that stays would keep the text from being sent.
    endQuote(mark, text);
  }
}

interface Quoting {
  client: Client;
  message: Message;
  view: Narrow;
}

/** Puts the message as a quote into the compose box of its conversation. */
export function quote(client: Client, message: Message, view: Narrow): Promise<void> {
  return quoteFor(targetOfMessage(message), { client, message, view });
}

/** Puts the message as a quote into the compose box for somewhere else: where to is asked there. */
export function forward(client: Client, message: Message, view: Narrow): Promise<void> {
  return quoteFor({ type: 'channel' }, { client, message, view });
}

/** Opens the compose box for the sender alone. */
export function replyToSender({ sender_id }: Message, view: Narrow): void {
  writeTo(narrowKey(view), { type: 'direct', userIds: [sender_id] });
}

/** Opens the compose box for the message's conversation, naming its sender. */
export function replyMentioning({ store }: Client, message: Message, view: Narrow): void {
  writeTo(narrowKey(view), targetOfMessage(message), `${senderMention(store.get(), message.sender_id, false)} `);
}

/** Changes the newest message of the user in a view that may still be changed. @returns whether there is one */
export function editLast({ store }: Client, view: Narrow): boolean {
  const state = store.get();
  const ids = state.windows.get(narrowKey(view))?.ids ?? [];
  const last = [...ids].reverse().find((id) => {
    const message = state.messages.get(id);
    return message?.sender_id === state.userId && permissionsFor(state, message, serverNow() / 1000).edit === 'allowed';
  });
  if (last === undefined) return false;
  void beginEdit(last);
  return true;
}

/** Says who the sender is, beside the message. */
export function openSenderCard({ id, sender_id }: Message, view: Narrow): boolean {
  const anchor = document.querySelector(`[data-message-id="${id}"]`);
  if (!anchor) return false;
  openCard.set({ kind: 'user', id: sender_id, anchor, from: { messageId: id, view } });
  return true;
}

/** Opens the compose box for the message's conversation. */
export function reply(message: Message, view: Narrow): void {
  writeTo(narrowKey(view), targetOfMessage(message));
}

/** Marks as unread from a message on, after asking where that is about many messages of many conversations. */
export function wishUnreadFrom(client: Client, message: Message, view: Narrow): void {
  const isAsked = unreadQuestion(client.store.get(), view, message.id) !== undefined;
  if (isAsked) messageDialog.set({ kind: 'mark-unread', messageId: message.id });
  else void markUnreadFrom(client, message, view);
}

/** Every message of the view from this one on is unread again, also those that are not loaded. */
export async function markUnreadFrom(client: Client, message: Message, view: Narrow): Promise<void> {
  const { store } = client;
  const key = narrowKey(view);
  const window = store.get().windows.get(key);
  pauseReading(key);
  const { messages, unreadPlaces } = store.get();
  const held = window?.ids.filter((id) => id >= message.id && messages.has(id) && !unreadPlaces.has(id)) ?? [];
  store.update((state) => withFlag(state, held, 'read', false));
  const tellAgain = await forgetReadIn(client, view, message.id);
  let anchor = message.id;
  const ignored = new Set<number>();
  await act(
    async () => {
      for (let isComplete = false; !isComplete;) {
        const answer = await call(updateFlagsForNarrow, {
          anchor: String(anchor),
          include_anchor: anchor === message.id,
          num_before: 0,
          num_after: BATCH,
          narrow: wireNarrow(view),
          op: 'remove',
          flag: 'read',
        });
        for (const id of answer.ignored_because_not_subscribed_channels) ignored.add(id);
        anchor = answer.last_processed_id ?? anchor;
        isComplete = answer.found_newest;
      }
    },
    {
      undo: () => {
        store.update((state) => withFlag(state, held, 'read', true));
        tellAgain();
      },
    },
  );
  tellIgnored(store.get(), ignored);
}

/** Unread is only what one is subscribed to (web.md 2.14). */
function tellIgnored({ channels }: State, ignored: ReadonlySet<number>): void {
  if (ignored.size === 0) return;
  const names = [...ignored].map((id) => `#${channels.get(id)?.name ?? id}`).sort(new Intl.Collator().compare);
  notify(t('message.staysRead', { channels: names.join(', ') }));
}

const BATCH = 1000;
