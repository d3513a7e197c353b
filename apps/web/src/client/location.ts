import { Store } from '../store/store';
import { EntryPlaces } from './entry-places';

/** The part of the address after `#`, `#` included; empty for none. */
export const hash = new Store(location.hash);
window.addEventListener('hashchange', () => hash.set(location.hash));

/** Where people were in the conversations of the browser's history. */
export const entryPlaces = new EntryPlaces({ entries: history, address: () => location.hash });
window.addEventListener('popstate', () => entryPlaces.arrive());
// Links, and whatever else leads away: before the entry is another one.
for (const name of ['pagehide', 'click']) window.addEventListener(name, () => entryPlaces.write(), { capture: true });

/** Corrects the address of the view that is open: going back does not lead through the one before. */
export function replaceAddress(address: string): void {
  entryPlaces.write();
  history.replaceState(history.state, '', address);
  hash.set(address);
}

/** Opens a view: a new entry of the history. */
export function goTo(address: string): void {
  entryPlaces.write();
  location.hash = address;
}
