import { regenerateOwnApiKey } from '@stoa/contracts/users';
import { call } from '../../api/client';
import { failureText } from '../../client/act';
import { notify } from '../../client/notices';
import { ts } from '../../strings/settings-strings';

/**
 * Replaces the own keys after the password was changed, which stays so whatever becomes of them. Nobody sees the new one:
 * programs ask for keys of their own. It is tried once, as a key that was made must not be replaced again.
 */
export async function replaceKeys(password: string): Promise<void> {
  try {
    await call(regenerateOwnApiKey, { password });
  } catch (error) {
    notify(ts('account.keysStay', { reason: failureText(error) }));
  }
}
