import { useState } from 'react';
import { useClientState } from '../../client/client';
import { type Narrow, kindOf, operandOf } from '../../narrow/terms';
import type { Row } from './message-rows';

/** The user joined or left the channel while looking at it. */
export interface SubscriptionNote {
  /** The newest message that was held then, 0 if there was none. */
  readonly afterId: number;
  readonly isSubscribed: boolean;
}

function lastIndexUpTo(rows: readonly Row[], id: number): number {
  return rows.findLastIndex((row) => row.kind === 'message' && row.message.id <= id);
}

/** Rows with a line where the subscription changed; what was before everything that is held has none. */
export function withNotes(rows: readonly Row[], notes: readonly SubscriptionNote[]): readonly Row[] {
  const next = [...rows];
  for (const [position, { afterId, isSubscribed }] of notes.entries()) {
    const last = lastIndexUpTo(next, afterId);
    if (last < 0) continue;
    let place = last + 1;
    // Several after the same message stand in their order.
    while (next[place]?.kind === 'note') place += 1;
    next.splice(place, 0, { kind: 'note', key: `note${position}`, isSubscribed });
  }
  return next;
}

const NONE: readonly SubscriptionNote[] = [];

/** Changes of the subscription to the channel of a view, since the view was opened. */
export function useSubscriptionNotes(narrow: Narrow, newestId: number): readonly SubscriptionNote[] {
  const channelId = ['channel', 'topic'].includes(kindOf(narrow)) ? operandOf(narrow, 'channel') : undefined;
  const isSubscribed = useClientState((state) =>
    typeof channelId === 'number' ? state.channels.get(channelId)?.isSubscribed : undefined,
  );
  const [known, setKnown] = useState({ isSubscribed, notes: NONE });
  if (isSubscribed === undefined || isSubscribed === known.isSubscribed) return known.notes;
  const notes = known.isSubscribed === undefined ? NONE : [...known.notes, { afterId: newestId, isSubscribed }];
  setKnown({ isSubscribed, notes });
  return notes;
}
