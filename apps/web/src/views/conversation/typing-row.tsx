import { useEffect } from 'react';
import { useClient, useClientState } from '../../client/client';
import { type Narrow, kindOf, operandOf } from '../../narrow/terms';
import { changed } from '../../store/apply';
import { type Conversation, directKey } from '../../store/conversation';
import type { State } from '../../store/state';
import { forgetTypists, nextForgetting, typistsIn } from '../../store/typing';
import { userOf } from '../../store/users';
import { listText, t } from '../../strings/strings';

/** The conversations whose typists a view shows: its own, or all direct ones. */
function conversationsOf(state: State, narrow: Narrow): Conversation[] {
  const kind = kindOf(narrow);
  const people = operandOf(narrow, 'dm');
  if (kind === 'direct' && typeof people === 'object')
    return [{ kind: 'direct', key: directKey(people, state.userId) }];
  if (kind === 'direct-feed') {
    const keys = [...state.typing.keys()].filter((key) => key.startsWith('dm/'));
    return keys.map((key) => ({ kind: 'direct', key: key.slice('dm/'.length) }));
  }
  const channelId = operandOf(narrow, 'channel');
  const topic = operandOf(narrow, 'topic');
  if (kind !== 'topic' || typeof channelId !== 'number' || typeof topic !== 'string') return [];
  return [{ kind: 'topic', channelId, topic }];
}

/** More than this are several people. */
const MOST_NAMES = 3;

/** Who writes, in a sentence; empty while nobody does. */
function typingText(state: State, userIds: readonly number[]): string {
  if (userIds.length === 0) return '';
  if (userIds.length > MOST_NAMES) return t('typing.several');
  const names = userIds.map((id) => userOf(state, id).full_name);
  const list = listText(names);
  return t('typing.names', { count: names.length, names: list });
}

/** Forgets those who were not heard of for some time. */
function useForgetting(): void {
  const { store } = useClient();
  const at = useClientState(nextForgetting);
  useEffect(() => {
    if (at === undefined) return undefined;
    const forget = (): void => store.update((state) => changed(state, (draft) => forgetTypists(draft, Date.now())));
    const timer = setTimeout(forget, Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [store, at]);
}

/** Who writes in the open conversation. Its place is always there, so that nothing moves. */
export function TypingRow({ narrow }: { narrow: Narrow }) {
  useForgetting();
  const text = useClientState((state) => {
    const userIds = conversationsOf(state, narrow).flatMap((conversation) => typistsIn(state, conversation));
    return typingText(state, [...new Set(userIds)]);
  });
  return <p className="typing-row">{text}</p>;
}

/** Somebody changes a message at the moment. */
export function EditingMark() {
  return <span className="message-mark">{t('typing.editing')}</span>;
}
