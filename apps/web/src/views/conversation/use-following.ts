import { getMessage } from '@stoa/contracts/messages';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { call } from '../../api/client';
import { RequestRefused } from '../../api/failures';
import { type Client, namesOf, useClient, useClientState } from '../../client/client';
import { replaceAddress } from '../../client/location';
import { notify } from '../../client/notices';
import { selection } from '../../client/selection';
import { narrowAddress } from '../../narrow/address';
import { type Narrow, directNarrow, narrowKey, operandOf, topicNarrow } from '../../narrow/terms';
import { type Conversation, conversationKey, usersOf } from '../../store/conversation';
import { conversationOf, messageFrom } from '../../store/message';
import { t } from '../../strings/strings';
import { conversationIn, followed } from './following';

/** The compose box is made anew for another conversation: the caret stays where it was. */
function keepCaret(): void {
  const area = document.activeElement;
  if (!(area instanceof HTMLTextAreaElement) || !area.closest('.compose')) return;
  const { selectionStart, selectionEnd } = area;
  requestAnimationFrame(() => {
    const next = document.querySelector<HTMLTextAreaElement>('.compose textarea');
    next?.focus();
    next?.setSelectionRange(selectionStart, selectionEnd);
  });
}

/** Goes with the messages that are looked at when they are moved. */
function useMoves(narrow: Narrow): void {
  const { store, loader } = useClient();
  const move = useClientState((state) => state.lastMove);
  const known = useRef(move);
  useLayoutEffect(() => {
    if (move === known.current) return;
    known.current = move;
    const place = loader.places.get(narrowKey(narrow));
    const lookedAt = typeof place === 'object' ? (selection.get()?.messageId ?? place.id) : undefined;
    const next = move && followed(narrow, move, lookedAt);
    if (!next) return;
    loader.follow(narrow, next, move.ids);
    keepCaret();
    replaceAddress(narrowAddress(next, namesOf(store.get())));
  }, [move, narrow, loader, store]);
}

/** Where a message is now: the service is asked about those that are not held. @throws RequestRefused */
async function placeOfMessage({ store }: Client, messageId: number): Promise<Conversation> {
  const { messages, userId } = store.get();
  const held = messages.get(messageId);
  if (held && !held.isStale) return conversationOf(held);
  const { message } = await call(getMessage, { message_id: messageId, allow_empty_topic_name: true });
  return conversationOf(messageFrom(message, { ownId: userId, flags: message.flags }));
}

/** The present conversation of the message that a link names, where that is another one than the link says. */
async function presentPlace(client: Client, narrow: Narrow): Promise<Narrow | undefined> {
  const near = operandOf(narrow, 'near');
  const id = near ?? operandOf(narrow, 'with');
  const linked = conversationIn(narrow, client.store.get().userId);
  if (typeof id !== 'number' || (!linked && near !== undefined)) return undefined;
  const present = await placeOfMessage(client, id);
  if (linked && conversationKey(linked) === conversationKey(present)) return undefined;
  const place = { operator: near === undefined ? 'with' : 'near', operand: id } as const;
  return present.kind === 'topic'
    ? [...topicNarrow(present.channelId, present.topic), place]
    : [...directNarrow(usersOf(present.key)), place];
}

/** Links survive moves: one whose message stands elsewhere by now leads there (web.md 3.2). */
function useLinkedPlace(narrow: Narrow, isLoaded: boolean): void {
  const client = useClient();
  useEffect(() => {
    if (!isLoaded) return undefined;
    let isCurrent = true;
    presentPlace(client, narrow).then(
      (present) => {
        if (isCurrent && present) replaceAddress(narrowAddress(present, namesOf(client.store.get())));
      },
      (error: unknown) => {
        if (!isCurrent) return;
        if (error instanceof RequestRefused) notify(t('link.noMessage'));
        else reportError(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, narrow, isLoaded]);
}

/** A channel that is not visible any more leaves nothing to look at but the home view. */
function useLostChannel(narrow: Narrow): void {
  const channelId = operandOf(narrow, 'channel');
  const isVisible = useClientState(({ channels }) => typeof channelId === 'number' && channels.has(channelId));
  const seen = useRef<typeof channelId>(undefined);
  useEffect(() => {
    if (isVisible) seen.current = channelId;
    if (isVisible || channelId === undefined || seen.current !== channelId) return;
    seen.current = undefined;
    replaceAddress('#');
    notify(t('channel.lost'));
  }, [isVisible, channelId]);
}

/** Keeps a view at its messages, wherever they are moved. @param isLoaded its messages are there */
export function useFollowing(narrow: Narrow, isLoaded: boolean): void {
  useMoves(narrow);
  useLostChannel(narrow);
  useLinkedPlace(narrow, isLoaded);
}
