import { Store } from '../store/store';

/** The part of the address after `#`, `#` included; empty for none. */
export const hash = new Store(location.hash);
window.addEventListener('hashchange', () => hash.set(location.hash));

/** Opens a view: a new entry of the history. */
export function goTo(address: string): void {
  location.hash = address;
}
