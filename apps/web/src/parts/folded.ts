import { isListOfStrings, remembered } from '../client/remembered';
import type { Store } from '../store/store';

/** Sections of the sidebar that this browser keeps folded, by their keys. */
export const foldedInSidebar = remembered<readonly string[]>('sidebar.folded', [], isListOfStrings);

/** Sections of the sidebar whose muted and inactive channels are shown. */
export const unfoldedQuiet = remembered<readonly string[]>('sidebar.quiet', [], isListOfStrings);

/** What is folded in the inbox: sections, channels (`channel/7`) and `directs`. */
export const foldedInInbox = remembered<readonly string[]>('inbox.folded', [], isListOfStrings);

/** Folds a section, or unfolds it. */
export function toggleFolded(folded: Store<readonly string[]>, key: string): void {
  folded.update((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));
}
