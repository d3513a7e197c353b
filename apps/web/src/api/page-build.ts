/**
 * Which build of the client the page is of, by its scripts, whose names have the hash of what they load. All of them: one
 * that loads nothing is the same in many builds.
 */
export function buildOf(page: Pick<Document, 'querySelectorAll'>): string {
  return [...page.querySelectorAll<HTMLScriptElement>('script[type="module"]')].map(({ src }) => src).join(' ');
}

const LAST_RELOAD = 'stoa last reload';
const RELOADS_OF = 'stoa reloads of ';
/** Milliseconds within which a second failure is no sign of a newer release. */
const ONE_RELEASE_MS = 60_000;
/** A build that came back, or that nothing has replaced, waits so many times longer for the next reload. */
const GROWTH = 4;
const LONGEST_MS = 24 * 3_600_000;

/**
 * Whether the page is loaded anew because it lacks a part, and remembers that it is. The first time for a build that is
 * soon: another release has taken its place. Each further time is rarer, as reloads cannot mend a release that is broken,
 * or two that stay side by side; that there are some lets a tab leave a rollout which its first reload came too early for.
 * @param kept for as long as the tab lives
 * @param now milliseconds since 1970
 */
export function takeReload(kept: Pick<Storage, 'getItem' | 'setItem'>, build: string, now: number): boolean {
  const times = Number(kept.getItem(RELOADS_OF + build) ?? 0);
  const last = Number(kept.getItem(LAST_RELOAD) ?? 0);
  if (now - last < Math.min(ONE_RELEASE_MS * GROWTH ** times, LONGEST_MS)) return false;
  kept.setItem(RELOADS_OF + build, String(times + 1));
  kept.setItem(LAST_RELOAD, String(now));
  return true;
}
