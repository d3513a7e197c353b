import type { State } from './state';

/** The account of who has none, and reads what is open to the web (realtime.md 2.9). */
const NOBODY = 0;

/** Whether who looks has no account: nothing of theirs is kept, and nothing is theirs to change. */
export function isSpectator({ userId }: Pick<State, 'userId'>): boolean {
  return userId === NOBODY;
}
