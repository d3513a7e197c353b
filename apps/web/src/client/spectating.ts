import { Store } from '../store/store';

/** What a spectator tried needs an account: they are told so, and where to sign in. */
export const signInWanted = new Store(false);

export function askToSignIn(): void {
  signInWanted.set(true);
}
