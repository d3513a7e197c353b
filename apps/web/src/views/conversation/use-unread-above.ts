import { useCallback, useEffect, useState } from 'react';
import type { VListHandle } from 'virtua';
import { RequestRefused } from '../../api/failures';
import { useClient, useClientState } from '../../client/client';
import { type Narrow, kindOf } from '../../narrow/terms';
import { oldestUnread } from '../../store/first-unread';
import type { Row } from './message-rows';
import { isReadOnIn } from './reading';

/**
 * Where the service says that reading stopped, if it counts more unread messages than it told of: what is known here
 * begins too late then (web.md 2.10).
 */
function useToldUnread(narrow: Narrow, haveOldest: boolean): number | undefined {
  const { loader, signal } = useClient();
  const isWanted = useClientState((state) => state.oldUnreadsMissing) && !haveOldest && isReadOnIn(kindOf(narrow));
  const [told, setTold] = useState<number>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    loader.firstUnread(narrow).then(
      (id) => isCurrent && setTold(id),
      (error: unknown) => {
        // What may not be asked, its window says; a client that was left asks nothing.
        if (!(error instanceof RequestRefused) && !signal.aborted) reportError(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [loader, narrow, signal, isWanted]);
  return useClientState((state) =>
    told === undefined || state.messages.get(told)?.flags.has('read') === true ? undefined : told,
  );
}

/** The first message on the screen, as far as its row begins there. */
function topId(rows: readonly Row[], list: VListHandle): number | undefined {
  for (let index = list.findItemIndex(list.scrollOffset); index < rows.length; index += 1) {
    const row = rows[index];
    if (row?.kind === 'message') return row.message.id;
  }
  return undefined;
}

/**
 * The oldest unread message of a view, while it is above the screen.
 * @returns its id, and what takes note after scrolling
 */
export function useUnreadAbove(narrow: Narrow, rows: readonly Row[], haveOldest: boolean) {
  const known = useClientState((state) => oldestUnread(state, narrow));
  const told = useToldUnread(narrow, haveOldest);
  const oldest = known === undefined || told === undefined ? (known ?? told) : Math.min(known, told);
  const [isAbove, setAbove] = useState(false);
  const noteUnread = useCallback(
    (list: VListHandle): void => {
      const top = topId(rows, list);
      setAbove(oldest !== undefined && top !== undefined && oldest < top);
    },
    [rows, oldest],
  );
  return [isAbove ? oldest : undefined, noteUnread] as const;
}
