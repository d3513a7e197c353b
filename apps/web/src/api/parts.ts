import { systemClock } from './backoff';
import { type Brought, PartLoader } from './part-loader';

const LAST_RELOAD = 'stoa last reload';
/** Milliseconds within which a second failure is no sign of a newer release. */
const ONE_RELEASE_MS = 60_000;
/** A file that takes longer (ms) is asked for anew: its connection may be dead without anybody knowing. */
const LONGEST_FETCH_MS = 60_000;

let ofPage: ReadonlySet<string> | undefined;

/** Addresses of what came with the page, which is there already. */
function filesOfPage(): ReadonlySet<string> {
  if (ofPage) return ofPage;
  const elements = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]');
  ofPage = new Set([...elements].map((element) => ('href' in element ? element.href : element.src)));
  return ofPage;
}

/** @returns false if it did not come */
function addStyles(address: string): Promise<boolean> {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: address });
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => {
      link.remove();
      resolve(false);
    });
    document.head.append(link);
  });
}

/**
 * Into the browser's cache, where the files of the client stay for ever. `preload` would do it with one request less where
 * the part is new, but what failed so is remembered as modules are.
 */
async function bring(file: string): Promise<Brought> {
  const { href } = new URL(file, location.origin);
  if (filesOfPage().has(href)) return 'there';
  try {
    const answer = await fetch(href, { signal: AbortSignal.timeout(LONGEST_FETCH_MS) });
    if (answer.status === 404) return 'gone';
    if (!answer.ok) return 'away';
    // All of it: a part of a file is not kept.
    await answer.arrayBuffer();
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return 'away';
    throw error;
  }
  if (!file.endsWith('.css') || (await addStyles(href))) return 'there';
  return 'away';
}

/** Once for a release; without a network the page would be gone for good. */
function reload(): boolean {
  if (!navigator.onLine) return false;
  const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
  if (Date.now() - last < ONE_RELEASE_MS) return false;
  sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
  location.reload();
  return true;
}

const loader = new PartLoader({ files: { bring, reload }, clock: systemClock, random: Math.random });

/**
 * What the build makes of every `import()` (plugins/waiting-parts.ts): each part of the client waits for its files.
 * @param files from the root of the client, such as `assets/part.js`
 */
export function loadPart<T>(run: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  return loader.load(run, files);
}

/** To be called when the service may be reached again: parts that wait for it are asked for at once. */
export const retryParts = loader.retry;
