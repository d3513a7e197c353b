import { systemClock } from './backoff';
import { buildOf, takeReload } from './page-build';
import { type Brought, PartLoader, type Transfer } from './part-loader';

let ofPage: ReadonlySet<string> | undefined;

/** Addresses of what came with the page, which is there already. */
function filesOfPage(): ReadonlySet<string> {
  if (ofPage) return ofPage;
  const elements = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]');
  ofPage = new Set([...elements].map((element) => ('href' in element ? element.href : element.src)));
  return ofPage;
}

/** Style sheets that did not come, which keep their places among the others. */
const missing = new Map<string, HTMLLinkElement>();

function addStyles(file: string): Promise<boolean> {
  const { href } = new URL(file, location.origin);
  if (filesOfPage().has(href)) return Promise.resolve(true);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => {
      missing.set(href, link);
      resolve(false);
    });
    const last = missing.get(href);
    if (last) last.replaceWith(link);
    else document.head.append(link);
  });
}

/** All of it: a part of a file is not kept. */
async function readAll(body: ReadableStream | null, onBytes: () => void): Promise<void> {
  const reader = body?.getReader();
  while (reader && !(await reader.read()).done) onBytes();
}

/**
 * Into the browser's cache, where the files of the client stay for ever. `preload` would do it with one request less where
 * the part is new, but what failed so is remembered as modules are.
 */
async function bring(file: string, { signal, note }: Transfer): Promise<Brought> {
  const { href } = new URL(file, location.origin);
  if (filesOfPage().has(href)) return 'there';
  try {
    const answer = await fetch(href, { signal });
    note();
    if (answer.status === 404) return 'gone';
    if (!answer.ok) return 'away';
    await readAll(answer.body, note);
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return 'away';
    throw error;
  }
  return 'there';
}

/** Without a network the page would be gone for good. */
function reload(): boolean {
  if (!navigator.onLine || !takeReload(sessionStorage, buildOf(document), Date.now())) return false;
  location.reload();
  return true;
}

const files = { bring, addStyles, reload };
const loader = new PartLoader({ files, clock: systemClock, random: Math.random });

/**
 * What the build makes of every `import()` (plugins/waiting-parts.ts): each part of the client waits for its files.
 * @param files from the root of the client, such as `assets/part.js`
 */
export function loadPart<T>(run: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  return loader.load(run, files);
}

/** To be called when the service may be reached again: parts that wait for it are asked for at once. */
export const retryParts = loader.retry;
