import { Store } from '../store/store';

/** Text that was begun, by conversation. It lives as long as the page. */
export const drafts = new Store<Readonly<Record<string, string>>>({});
