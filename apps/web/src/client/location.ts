import { Store } from '../store/store';

/** The part of the address after `#`, `#` included; empty for none. */
export const hash = new Store(location.hash);
window.addEventListener('hashchange', () => hash.set(location.hash));

/** Corrects the address of the view that is open: going back does not lead through the one before. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address);
  hash.set(address);
}

/** Opens a view: a new entry of the history. */
export function goTo(address: string): void {
  location.hash = address;
}
