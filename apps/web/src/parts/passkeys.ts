import { addPasskey, beginPasskey, beginPasskeyLogIn, logInWithPasskey } from '@stoa/contracts/users';
import { type RequestTo, call } from '../api/client';
import { PasskeyFailed } from '../api/failures';

/** An address of the network where the name of a host would stand: browsers make no passkeys for one. */
const ADDRESS = /^[\d.]+$|^\[/;

/** Whether the browser knows passkeys at all, and the page has a host that one may be for. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !ADDRESS.test(location.hostname);
}

/** @throws PasskeyFailed for everything that the browser says no with */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new PasskeyFailed('the browser gave no passkey', { cause: error });
  }
}

/** A passkey that its owner has chosen, with what the service asked it. */
type ChosenPasskey = RequestTo<typeof logInWithPasskey>;

async function choosePasskey(signal: AbortSignal | undefined, useBrowserAutofill: boolean): Promise<ChosenPasskey> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { login_token, options } = await call(beginPasskeyLogIn, {}, { signal });
  const { id, response } = await asked(() => startAuthentication({ optionsJSON: options, useBrowserAutofill }));
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { login_token, credential: { id, response: { clientDataJSON, authenticatorData, signature, userHandle } } };
}

/** Signs the browser in by a passkey of its owner. @throws PasskeyFailed, RequestRefused, RequestFailed */
export async function signInWithPasskey(): Promise<void> {
  await call(logInWithPasskey, await choosePasskey(undefined, false));
}

/** The service waits five minutes for an answer. */
const OFFER_MS = 240_000;

/**
 * Has the browser offer passkeys where it fills in names, until one is chosen, another way is begun or nobody wants it any
 * more. What was offered for a while is offered anew, in front only: a tab that was forgotten asks nobody anything.
 * @returns undefined where no passkey was chosen
 */
export async function offerPasskeys(signal: AbortSignal): Promise<ChosenPasskey | undefined> {
  const { WebAuthnAbortService, browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser');
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  for (;;) {
    await untilInFront(signal);
    if (signal.aborted) return undefined;
    let isOld = false;
    const renewal = setTimeout(() => {
      isOld = true;
      WebAuthnAbortService.cancelCeremony();
    }, OFFER_MS);
    try {
      return await choosePasskey(signal, true);
    } catch (error) {
      // There is the button as well: only what was offered for too long is worth another try.
      if (!isOld || !(error instanceof PasskeyFailed)) return undefined;
    } finally {
      clearTimeout(renewal);
    }
  }
}

function untilInFront(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Makes a passkey of this browser, or of an authenticator at hand. @throws PasskeyFailed, RequestRefused, RequestFailed */
export async function makePasskey(name: string, password: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { registration_token, options } = await call(beginPasskey, { password });
  const { id, response } = await asked(() => startRegistration({ optionsJSON: options }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const credential = { id, response: { clientDataJSON, attestationObject, transports } };
  await call(addPasskey, { registration_token, name, credential });
}
