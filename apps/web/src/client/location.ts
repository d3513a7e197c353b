import { Store } from '../store/store';

/** The part of the address after `#`, `#` included; empty for none. */
export const hash = new Store(location.hash);
window.addEventListener('hashchange', () => hash.set(location.hash));
