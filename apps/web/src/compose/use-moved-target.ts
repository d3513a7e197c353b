import { useLayoutEffect, useRef } from 'react';
import { useClient, useClientState } from '../client/client';
import { confirmDone } from '../client/notices';
import { userOf } from '../store/users';
import { t } from '../strings/strings';
import { draftsOf } from './drafts';
import { type Target, chosenTarget, targetKey, targetText, typedTarget } from './target';

/**
 * What is written to a topic goes with it when that is moved (web.md 2.12): the open text, whose writer is told and may
 * keep the old topic, and every other draft.
 */
export function useMovedTarget(view: string, target: Target | undefined): void {
  const client = useClient();
  const move = useClientState((state) => state.lastMove);
  const known = useRef(move);
  useLayoutEffect(() => {
    if (move === known.current) return;
    known.current = move;
    if (!move?.isWhole) return;
    const [from, to] = [move.from, move.to].map(
      ({ channelId, topic }) => ({ type: 'channel', channelId, topic }) as const,
    );
    if (!from || !to) return;
    const drafts = draftsOf(client);
    const isOpen = target !== undefined && targetKey(target) === targetKey(from);
    const hasText = drafts.find(from) !== undefined;
    drafts.follow(from, to);
    if (!isOpen) return;
    if (typedTarget.get()) typedTarget.set(to);
    if (chosenTarget.get()?.view === view) chosenTarget.set({ view, target: to });
    if (!hasText || move.isResolution) return;
    const state = client.store.get();
    const values = {
      place: targetText(state, to),
      name: move.userId === undefined ? '' : userOf(state, move.userId).full_name,
    };
    confirmDone(values.name === '' ? t('moved.text', values) : t('moved.textBy', values), {
      text: t('moved.keep'),
      run: () => {
        drafts.retarget(to, from);
        typedTarget.set(from);
        chosenTarget.set({ view, target: from });
      },
    });
  }, [client, move, target, view]);
}
