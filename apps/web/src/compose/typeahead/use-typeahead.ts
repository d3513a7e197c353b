import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useState } from 'react';
import { namesOf, useClient, useClientState } from '../../client/client';
import { narrowAddress } from '../../narrow/address';
import { channelNarrow, topicNarrow } from '../../narrow/terms';
import type { EmojiChoice } from '../../parts/emoji-search';
import type { State } from '../../store/state';
import type { Target } from '../target';
import { applyEdit } from '../text-edits';
import { prepareIndex } from './people';
import { type Suggestion, editOf, suggestionsFor } from './suggestions';
import { loadTopics } from './topics-loader';
import { type Trigger, triggerAt } from './trigger';

type FindEmoji = (query: string, most: number) => readonly EmojiChoice[];

/** Emoji are loaded when the first one is named. */
function useFindEmoji(isWanted: boolean): FindEmoji | undefined {
  const custom = useClientState((state) => state.emoji);
  const [search, setSearch] = useState<typeof import('../../parts/emoji-search')>();
  useEffect(() => {
    if (!isWanted || search) return;
    // Until they are there, names of emoji are typed in full.
    import('../../parts/emoji-search').then(setSearch, reportError);
  }, [isWanted, search]);
  return useMemo(() => {
    if (!search) return undefined;
    const { own, others } = search.allEmoji(custom.values());
    const all = [...own, ...others];
    return (query, most) => search.findEmoji(all, query, most);
  }, [search, custom]);
}

function addressIn(state: State, channelId: number, topic?: string): string {
  const narrow = topic === undefined ? channelNarrow(channelId) : topicNarrow(channelId, topic);
  return narrowAddress(narrow, namesOf(state));
}

/** Learns the topics of the channel that is named. */
function useTopicsOf(trigger: Trigger | undefined): unknown {
  const client = useClient();
  const name = trigger?.kind === 'topic' ? trigger.channel : undefined;
  const channelId = useClientState((state) =>
    name === undefined ? undefined : [...state.channels.values()].find((channel) => channel.name === name)?.stream_id,
  );
  useEffect(() => {
    if (channelId !== undefined) loadTopics(client, channelId);
  }, [client, channelId]);
  return useClientState((state) => (channelId === undefined ? undefined : state.topics.get(channelId)));
}

const NOTHING: readonly Suggestion[] = [];

interface Caret {
  readonly text: string;
  readonly at: number;
}

/** Offers what may be meant at the caret of a box (web-details.md D.3). */
export function useTypeahead(
  area: RefObject<HTMLTextAreaElement | null>,
  target: Target,
  /** Asks for a time, which replaces the text from there to the caret. */
  askTime: (from: number) => void,
) {
  const id = useId();
  const { store } = useClient();
  const [caret, setCaret] = useState<Caret>();
  const [closedAt, setClosedAt] = useState<number>();
  const [chosen, setPosition] = useState(0);
  const users = useClientState((state) => state.users);
  useEffect(() => prepareIndex(users), [users]);
  const trigger = useMemo(() => caret && triggerAt(caret.text, caret.at), [caret]);
  const findEmoji = useFindEmoji(trigger?.kind === 'emoji');
  const topics = useTopicsOf(trigger);
  const suggestions = useMemo(() => {
    if (!trigger || trigger.start === closedAt) return NOTHING;
    const state = store.get();
    // `topics` only says that there is something new in the state.
    void topics;
    return suggestionsFor(trigger, {
      ...{ state, target, findEmoji },
      addressOf: (channelId, topic) => addressIn(state, channelId, topic),
    });
  }, [trigger, closedAt, store, target, findEmoji, topics]);
  const position = Math.min(chosen, suggestions.length - 1);

  const follow = (): void => {
    const { current } = area;
    if (!current) return;
    const isCaret = current.selectionStart === current.selectionEnd && document.activeElement === current;
    const next = isCaret ? { text: current.value, at: current.selectionStart } : undefined;
    // A list that was closed stays so until something else is named.
    if (!next || triggerAt(next.text, next.at)?.start !== closedAt) setClosedAt(undefined);
    // The browser tells of a key twice, of the text and of the caret: what is named is looked for once.
    setCaret((before) => (before && next && before.text === next.text && before.at === next.at ? before : next));
    setPosition(0);
  };
  const take = (suggestion: Suggestion): void => {
    const { current } = area;
    if (!current || !trigger || !caret) return;
    if (suggestion.asks === 'time') {
      setClosedAt(trigger.start);
      return askTime(trigger.start);
    }
    applyEdit(current, editOf(suggestion, { from: trigger.start, to: caret.at }));
    follow();
  };
  /** @returns whether the key was the list's */
  const onKey = (event: KeyboardEvent): boolean => {
    const count = suggestions.length;
    const current = suggestions[position];
    if (!current || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'ArrowDown') setPosition((position + 1) % count);
    else if (event.key === 'ArrowUp') setPosition((position - 1 + count) % count);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take(current);
    else if (event.key === 'Escape') setClosedAt(trigger?.start);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { id, suggestions, position, setPosition, take, onKey, follow, leave: () => setCaret(undefined) };
}
