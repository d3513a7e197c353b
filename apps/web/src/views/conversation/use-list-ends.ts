import { useCallback, useEffect, useRef, useState } from 'react';
import type { VListHandle } from 'virtua';
import { failureText } from '../../client/act';
import { useClient } from '../../client/client';
import { sentHere } from '../../compose/after-sending';
import type { Message } from '../../store/message';
import type { MessageWindow } from '../../store/state';
import { useSlice } from '../../store/store';
import type { EdgeFailure } from './list-notes';

type ListSpan = Pick<VListHandle, 'scrollOffset' | 'viewportSize' | 'scrollSize' | 'findItemIndex'>;

/** Fetches further messages at an end. @returns why that failed last time, and what fetches */
export function useGrowing(key: string) {
  const { loader } = useClient();
  const [failure, setFailure] = useState<EdgeFailure>();
  const grow = useCallback(
    (direction: EdgeFailure['direction']): void => {
      setFailure(undefined);
      loader.grow(key, direction).catch((error: unknown) => setFailure({ direction, text: failureText(error) }));
    },
    [loader, key],
  );
  return [failure, grow] as const;
}

/** Fewer rows than this beyond the edge of the screen: more are fetched. */
const NEAR_EDGE_ROWS = 30;

interface Growing {
  rows: readonly unknown[];
  /** The window holds as many messages as it may; it may show few of them. */
  isFull: boolean;
  grow: (direction: 'older' | 'newer') => void;
}

/** Pixels from the end that are no distance. */
const AT_END_PIXELS = 24;

/** Has more messages fetched where few rows are left before an end of those that are held. */
export function growNearEdge(list: ListSpan, { rows, isFull, grow }: Growing): void {
  const { scrollOffset, viewportSize, scrollSize } = list;
  let isNearOld = list.findItemIndex(scrollOffset) < NEAR_EDGE_ROWS;
  let isNearNew = rows.length - list.findItemIndex(scrollOffset + viewportSize) < NEAR_EDGE_ROWS;
  if (isNearOld && isNearNew && isFull) {
    // Where most is muted, both ends stay near, and each would fetch what the other one has just dropped, without end: only
    // where somebody has come to one of them it goes on there.
    const [isAtOld, isAtNew] = [
      scrollOffset <= AT_END_PIXELS,
      scrollSize - scrollOffset - viewportSize <= AT_END_PIXELS,
    ];
    [isNearOld, isNearNew] = [isAtOld && !isAtNew, isAtNew && !isAtOld];
  }
  if (isNearOld) grow('older');
  if (isNearNew) grow('newer');
}

type Distance = 'end' | 'near' | 'far';

/** Farther than a screen is far: the way back is offered then. */
function distanceOf({ scrollOffset, viewportSize, scrollSize }: VListHandle): Distance {
  const pixels = scrollSize - scrollOffset - viewportSize;
  if (pixels <= AT_END_PIXELS) return 'end';
  return pixels > viewportSize ? 'far' : 'near';
}

/**
 * How far one is from the newest message, and how many came since the end was seen.
 * @returns that, undefined where nothing leads there; and what takes note after scrolling
 */
export function useAway(messages: readonly Message[], haveNewest: boolean) {
  const [distance, setDistance] = useState<Distance>('end');
  const newest = messages.at(-1)?.id;
  const [seenId, setSeenId] = useState(newest);
  const noteDistance = useCallback(
    (list: VListHandle): void => {
      const next = distanceOf(list);
      setDistance(next);
      if (next === 'end' && haveNewest) setSeenId(newest);
    },
    [haveNewest, newest],
  );
  const isNews = ({ id }: Message): boolean => seenId !== undefined && id > seenId;
  const count = distance === 'end' || !haveNewest ? 0 : messages.filter(isNews).length;
  const isAway = distance === 'far' || !haveNewest || count > 0;
  return { away: isAway ? { count } : undefined, noteDistance };
}

/** The end at which more messages are being fetched. */
export function growingEnd({ fetchingOlder, fetchingNewer }: MessageWindow): 'older' | 'newer' | undefined {
  if (fetchingOlder) return 'older';
  return fetchingNewer ? 'newer' : undefined;
}

/** What somebody sends from the view comes into sight, wherever they were reading. */
export function useSentHere(view: string, toEnd: () => void): void {
  const sent = useSlice(sentHere, (value) => value);
  const known = useRef(sent);
  useEffect(() => {
    if (sent === known.current) return;
    known.current = sent;
    if (sent?.view === view) toEnd();
  }, [sent, view, toEnd]);
}
