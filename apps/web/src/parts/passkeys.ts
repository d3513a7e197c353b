import { addPasskey, beginPasskey, beginPasskeyLogIn, logInWithPasskey } from '@stoa/contracts/users';
import { call } from '../api/client';
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

/** Signs the browser in by a passkey of its owner. @throws PasskeyFailed, RequestRefused, RequestFailed */
export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { login_token, options } = await call(beginPasskeyLogIn, {});
  const { id, response } = await asked(() => startAuthentication({ optionsJSON: options }));
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  const credential = { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  await call(logInWithPasskey, { login_token, credential });
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
