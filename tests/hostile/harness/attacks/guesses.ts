import { randomBytes } from 'node:crypto';
import { nowMs } from '../../../../bench/support/clock';
import { Attack, always } from '../attack';
import type { Ask, Caller } from '../caller';

/** How often an address may be wrong in a minute, and the window in which that is counted. */
const MOST_GUESSES = 100;
const WINDOW_MS = 60_000;
/** Logins of one name. */
const MOST_LOGINS = 5;

const letters = (bytes: number) => randomBytes(bytes).toString('hex');

/** Everywhere a key or token is taken. */
function guesses({ user, host }: Caller): readonly Ask[] {
  const wrong = { ...user, apiKey: letters(16) };
  const page = { origin: `http://${host}`, 'x-csrftoken': 'page' };
  return [
    { method: 'GET', path: '/api/v1/users/me', as: wrong },
    { method: 'GET', path: `/avatar/${user.id}?api_key=${letters(16)}`, as: 'nobody' },
    { method: 'POST', path: '/json/email_change/confirm', as: 'nobody', headers: page, form: { key: letters(20) } },
    { method: 'POST', path: '/json/sign_up/open', as: 'nobody', headers: page, form: { key: letters(20) } },
    { method: 'POST', path: '/json/password_reset/open', as: 'nobody', headers: page, form: { key: letters(20) } },
    { method: 'POST', path: '/api/v1/messages', as: wrong, form: { type: 'direct', to: '[1]', content: 'a' } },
  ];
}

const keys: Attack = {
  name: 'guesses of keys and tokens',
  begin: (caller) => {
    let startedAt = nowMs();
    let wrong = 0;
    return always(async (tally) => {
      if (nowMs() - startedAt > WINDOW_MS) [startedAt, wrong] = [nowMs(), 0];
      for (const ask of guesses(caller)) {
        const answer = await caller.attempt(tally, ask, [400, 401, 403, 404, 405]);
        if (answer?.status !== 429) wrong += 1;
        // A window may have begun before.
        if (wrong > 2 * MOST_GUESSES)
          tally.fail(`${ask.path.split('?')[0]}: more than ${MOST_GUESSES} guesses a minute`);
      }
    });
  },
};

const passwords: Attack = {
  name: 'guesses of passwords',
  begin: (caller) => {
    let wrong = 0;
    return always(async (tally) => {
      const username = caller.user.email;
      const answer = await caller.attempt(
        tally,
        { method: 'POST', path: '/api/v1/fetch_api_key', as: 'nobody', form: { username, password: letters(8) } },
        [401, 403],
      );
      if (answer && answer.status < 429) wrong += 1;
      if (wrong > MOST_LOGINS) tally.fail(`more than ${MOST_LOGINS} passwords of one name`);
    });
  },
};

export const GUESSES = [keys, passwords];
