import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient, useClientState } from '../client/client';
import { loadSubscribers } from '../parts/load-subscribers';
import type { State } from '../store/state';
import { isSameData } from '../store/store';
import { type Warning, type Written, asksForTopics, warningsOf } from './checks';
import { type Target, targetKey } from './target';
import { topicsLoaded } from './typeahead/topics-loader';

/** Whether the topics of the channel are there, where it matters which there are. */
export function useKnownTopics(target: Target): boolean {
  const client = useClient();
  const channelId = target.type === 'channel' ? target.channelId : undefined;
  const isAsked = useClientState((state) => asksForTopics(state, channelId));
  const [known, setKnown] = useState<number>();
  useEffect(() => {
    if (!isAsked || channelId === undefined) return undefined;
    let isCurrent = true;
    void topicsLoaded(client, channelId).then((failure) => failure === null && isCurrent && setKnown(channelId));
    return () => {
      isCurrent = false;
    };
  }, [client, channelId, isAsked]);
  return channelId !== undefined && known === channelId;
}

/** Who reads a channel matters as soon as somebody is mentioned in it. */
export function useKnownSubscribers(target: Target, text: string): void {
  const client = useClient();
  const channelId = target.type === 'channel' && text.includes('@') ? target.channelId : undefined;
  useEffect(() => {
    if (channelId !== undefined) void loadSubscribers(client, channelId);
  }, [client, channelId]);
}

const NONE: readonly Warning[] = [];

/**
 * What should be known before sending; that a topic is resolved is said until somebody has written there all the same.
 * @param written the same object as long as it says the same
 */
export function useWarnings(written: Written) {
  const [writtenIn, setWrittenIn] = useState<string>();
  const key = targetKey(written.target);
  // Whatever happens in the organization changes the state, and next to nothing of it is about what is written.
  const all = useClientState(
    useCallback((state: State) => (written.text === '' ? NONE : warningsOf(state, written)), [written]),
    isSameData,
  );
  const warnings = useMemo(
    () => all.filter(({ kind }) => kind !== 'resolved' || writtenIn !== key),
    [all, writtenIn, key],
  );
  return { warnings, noteWritten: () => setWrittenIn(key) };
}
