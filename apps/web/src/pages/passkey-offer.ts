import { logInWithPasskey } from '@stoa/contracts/users';
import { useEffect, useRef } from 'react';
import { call } from '../api/client';
import { knowsPasskeys, offerPasskeys } from '../parts/passkeys';

/**
 * While the form is there, the browser offers passkeys in the list with which it fills in the name.
 * @param isWanted the organization has passkeys
 * @returns what the field of the name is for
 */
export function usePasskeyOffer(
  isWanted: boolean,
  attempt: (signIn: () => Promise<unknown>) => Promise<boolean>,
): string {
  const isOffered = isWanted && knowsPasskeys();
  const choose = useRef(attempt);
  useEffect(() => {
    choose.current = attempt;
  });
  useEffect(() => {
    if (!isOffered) return undefined;
    const leaving = new AbortController();
    offerPasskeys(leaving.signal).then(
      (chosen) => {
        if (chosen && !leaving.signal.aborted) void choose.current(() => call(logInWithPasskey, chosen));
      },
      // Without the offer there is still the button, which says what is wrong.
      () => undefined,
    );
    return () => leaving.abort();
  }, [isOffered]);
  return isOffered ? 'username webauthn' : 'username';
}
