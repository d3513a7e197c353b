import { useEffect, useMemo, useState } from 'react';
import { useClient, useClientState } from '../client/client';
import { loadSubscribers } from '../parts/load-subscribers';
import { type Written, asksForTopics, warningsOf } from './checks';
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

/** What should be known before sending; that a topic is resolved is said until somebody has written there all the same. */
export function useWarnings(written: Written) {
  const { target, text, isSearch, knowsTopics } = written;
  const state = useClientState((whole) => whole);
  const [writtenIn, setWrittenIn] = useState<string>();
  const key = targetKey(target);
  const warnings = useMemo(() => {
    const all = text === '' ? [] : warningsOf(state, { target, text, isSearch, knowsTopics });
    return all.filter(({ kind }) => kind !== 'resolved' || writtenIn !== key);
  }, [state, target, text, isSearch, knowsTopics, writtenIn, key]);
  return { warnings, noteWritten: () => setWrittenIn(key) };
}
