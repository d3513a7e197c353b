import { buildOf, takeReload } from './page-build';

describe('the build of a page', () => {
  const pageOf = (...srcs: string[]) =>
    ({ querySelectorAll: () => srcs.map((src) => ({ src })) }) as unknown as Document;

  it('differs where any of its scripts does, not just the first', () => {
    const before = buildOf(pageOf('/assets/runtime-1.js', '/assets/first-1.js'));
    expect(buildOf(pageOf('/assets/runtime-1.js', '/assets/first-2.js'))).not.toBe(before);
    expect(buildOf(pageOf('/assets/runtime-1.js', '/assets/first-1.js'))).toBe(before);
  });
});

describe('a page that lacks a part', () => {
  const MINUTE = 60_000;
  const START = 1_700_000_000_000;
  let values: Map<string, string>;
  let now: number;
  const kept = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  /** Reloads within so many minutes, while the page is asked each second; `buildAfter` gives the build that each brings. */
  function reloadsIn(minutes: number, buildAfter: (reloads: number) => string): number {
    let reloads = 0;
    for (const end = now + minutes * MINUTE; now < end; now += 1_000) {
      if (takeReload(kept, buildAfter(reloads), now)) reloads += 1;
    }
    return reloads;
  }

  beforeEach(() => {
    values = new Map();
    now = START;
  });

  it('is loaded anew at once, for another release again, but not twice in a minute', () => {
    expect(takeReload(kept, 'a', now)).toBe(true);
    expect(takeReload(kept, 'b', now + MINUTE - 1)).toBe(false);
    expect(takeReload(kept, 'b', now + MINUTE)).toBe(true);
    expect(takeReload(kept, 'c', now + 2 * MINUTE)).toBe(true);
  });

  it('is not loaded again and again where that brings the same build', () => {
    expect(reloadsIn(60, () => 'a')).toBe(3);
    expect(reloadsIn(12 * 60, () => 'a')).toBeLessThanOrEqual(2);
  });

  it('is not loaded again and again where two builds stay side by side', () => {
    expect(reloadsIn(60, (count) => (count % 2 ? 'a' : 'b'))).toBeLessThanOrEqual(6);
    expect(reloadsIn(12 * 60, (count) => (count % 2 ? 'a' : 'b'))).toBeLessThanOrEqual(4);
  });

  it('leaves a rollout whose older half its first reload reached', () => {
    takeReload(kept, 'a', now);
    now += MINUTE;
    expect(reloadsIn(4, () => 'a')).toBe(1);
  });
});
