import { useEffect, useMemo } from 'react';
import { type Client, useClient, useClientState } from '../../client/client';
import { showsOnItsWay } from '../../compose/after-sending';
import type { Narrow } from '../../narrow/terms';
import type { Outbox, Outgoing } from '../../outbox/outbox';
import { directKey } from '../../store/conversation';
import type { Message } from '../../store/message';
import type { State } from '../../store/state';
import { useSlice } from '../../store/store';
import { type LocalEcho, echoes, keepEchoes, wantEcho } from './local-echo';

/** Ids that stand for those which messages on their way do not have yet: they come after all that there are. */
const FIRST_ID = 2 ** 52;
const ids = new Map<string, number>();
let lastId = FIRST_ID;
/** What a message on its way was made to look like; another object of it is made anew. */
const made = new WeakMap<Outgoing, { echo: LocalEcho | undefined; message: Message }>();

function idOf(key: string): number {
  const known = ids.get(key) ?? ++lastId;
  ids.set(key, known);
  return known;
}

/** Forgets what stood for messages that are there by now, or were taken back. @param present those on their way */
export function forgetOthers(present: readonly Outgoing[]): void {
  const keys = new Set(present.map(({ key }) => key));
  for (const key of ids.keys()) if (!keys.has(key)) ids.delete(key);
  keepEchoes(keys);
}

/** For an account that was left. */
function forgetAll(): void {
  forgetOthers([]);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it was typed, in paragraphs, until it is rendered. */
export function plainHtml(text: string): string {
  const escaped = text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

const NO_TEXT = '';

/** A message on its way as a row shows messages. */
export function localMessage(outgoing: Outgoing, userId: number, echo?: LocalEcho): Message {
  const known = made.get(outgoing);
  if (known && known.echo === echo) return known.message;
  const { key, recipient, content, writtenAt } = outgoing;
  const common = {
    ...{ id: idOf(key), sender_id: userId, sender_full_name: NO_TEXT, sender_email: NO_TEXT, avatar_url: null },
    ...{ client: NO_TEXT, timestamp: Math.floor(writtenAt / 1000), flags: new Set(['read']) },
    ...{ content: echo?.html ?? plainHtml(content), is_me_message: echo?.isMeMessage ?? content.startsWith('/me ') },
    ...{ topic_links: [], reactions: [], submessages: [] },
  };
  const message: Message =
    recipient.type === 'channel'
      ? { ...common, type: 'stream', stream_id: recipient.channelId, topic: recipient.topic }
      : { ...common, type: 'private', directKey: directKey(recipient.userIds, userId) };
  made.set(outgoing, { echo, message });
  return message;
}

/** The messages on their way that a view has below its newest one: those that are there already are not among them. */
export function localsIn(
  state: Pick<State, 'channels' | 'userTopics' | 'windows' | 'messages'>,
  narrow: Narrow,
  { messages, idOf: idOfKey }: { messages: readonly Outgoing[]; idOf: Outbox['idOf'] },
): readonly Outgoing[] {
  return messages.filter(({ key, recipient }) => {
    const id = idOfKey(key);
    return !(id !== undefined && state.messages.has(id)) && showsOnItsWay(state, narrow, recipient);
  });
}

const NONE: readonly Outgoing[] = [];
const isSame = (a: readonly Outgoing[], b: readonly Outgoing[]): boolean =>
  a.length === b.length && a.every((one, position) => one === b[position]);

function useLocals({ outbox }: Client, narrow: Narrow): readonly Outgoing[] {
  const messages = useSlice(outbox.messages, (all) => all);
  return useClientState(
    (state) => (messages.length === 0 ? NONE : localsIn(state, narrow, { messages, idOf: (key) => outbox.idOf(key) })),
    isSame,
  );
}

/** Whether a view has messages on their way. */
export function useHasLocals(narrow: Narrow): boolean {
  return useLocals(useClient(), narrow).length > 0;
}

/** Messages on their way that stand below the newest one of a view, and what they stand for by their ids. */
export function useLocalMessages(narrow: Narrow) {
  const client = useClient();
  const { store } = client;
  const locals = useLocals(client, narrow);
  const rendered = useSlice(echoes, (all) => all);
  useEffect(() => {
    for (const outgoing of locals) wantEcho(client, outgoing);
    forgetOthers(client.outbox.messages.get());
    client.signal.addEventListener('abort', forgetAll);
  }, [client, locals]);
  return useMemo(() => {
    const { userId } = store.get();
    const pairs = locals.map((one) => [localMessage(one, userId, rendered.get(one.key)), one] as const);
    return { messages: pairs.map(([message]) => message), byId: new Map(pairs.map(([{ id }, one]) => [id, one])) };
  }, [store, locals, rendered]);
}
