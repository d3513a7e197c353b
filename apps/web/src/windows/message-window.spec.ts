import fc from 'fast-check';
import type { MessageWindow } from '../store/state';
import { type Fetched, covers, emptyWindow, grown, merged, opened, withId, withoutIds } from './message-window';

const NARROW = [] as const;
const BATCH = 5;

/** What the service answers: the ids on one side of an anchor, of those that there are. */
function fetched(all: readonly number[], ids: readonly number[]): Fetched {
  return {
    ids,
    foundOldest: ids.length === 0 || ids[0] === all[0],
    foundNewest: ids.length === 0 || ids.at(-1) === all.at(-1),
    historyLimited: false,
  };
}

function grow(window: MessageWindow, all: readonly number[], direction: 'older' | 'newer'): MessageWindow {
  const from = direction === 'older' ? window.oldestFetched : window.newestFetched;
  if (from === undefined || (direction === 'older' ? window.haveOldest : window.haveNewest)) return window;
  const ids =
    direction === 'older' ? all.filter((id) => id < from).slice(-BATCH) : all.filter((id) => id > from).slice(0, BATCH);
  return grown(window, direction, fetched(all, ids));
}

type Step = { kind: 'older' | 'newer' } | { kind: 'arrives' } | { kind: 'vanishes'; at: number };

describe('a window on a narrow', () => {
  it('holds every message between its ends, whatever comes and goes (web.md 2.10)', () => {
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ kind: fc.constantFrom<'older' | 'newer'>('older', 'newer') }),
      fc.record({ kind: fc.constant('arrives' as const) }),
      fc.record({ kind: fc.constant('vanishes' as const), at: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        fc.array(step, { maxLength: 40 }),
        (count, start, steps) => {
          let all = Array.from({ length: count }, (_none, position) => (position + 1) * 10);
          const middle = start % all.length;
          const first = all.slice(Math.max(0, middle - BATCH), middle + BATCH);
          let window = opened(emptyWindow(NARROW, 1), fetched(all, first));
          for (const one of steps) {
            if (one.kind === 'arrives') {
              const id = (all.at(-1) ?? 0) + 10;
              all = [...all, id];
              if (covers(window, id)) window = withId(window, id);
            } else if (one.kind === 'vanishes') {
              const gone = all[one.at % all.length];
              if (gone === undefined || all.length === 1) continue;
              all = all.filter((id) => id !== gone);
              window = withoutIds(window, new Set([gone]));
            } else window = grow(window, all, one.kind);
            const expected = all.filter((id) => covers(window, id));
            expect(window.ids).toEqual(expected);
          }
        },
      ),
    );
  });

  it('stays bounded: the end that it does not grow at is let go', () => {
    const all = Array.from({ length: 2000 }, (_none, position) => position + 1);
    let window = opened(emptyWindow(NARROW, 1), fetched(all, all.slice(1900)));
    expect(window.haveNewest).toBe(true);
    for (let round = 0; round < 200; round++) window = grow(window, all, 'older');
    expect([window.ids.length, window.haveNewest, window.newestFetched]).toEqual([600, false, window.ids.at(-1)]);
    expect(covers(window, 2001)).toBe(false);
  });

  it('merges in order, each id once', () => {
    expect(merged([1, 3], [2, 3, 4])).toEqual([1, 2, 3, 4]);
    const same = [1, 2];
    expect(merged(same, [2])).toBe(same);
  });
});
