import { Metrics } from '@stoa/observability';
import { UsersEnvironment } from '../../users-environment';
import { PasswordHasher } from './password-hasher';

const [ONE, OTHER] = [1, 2];
/** More than may wait for two places. */
const TOO_MANY = 60;

describe('password hashes', () => {
  let metrics: Metrics;

  function hasher(waitMs = 60_000): PasswordHasher {
    metrics = new Metrics({ service: 'users', replica: '1' });
    const limits = { STOA_PASSWORD_CONCURRENCY: 2, STOA_PASSWORD_WAIT_MS: waitMs };
    return new PasswordHasher(Object.assign(new UsersEnvironment(), limits), metrics);
  }

  it('are argon2id in PHC form with their parameters, and salted', async () => {
    const passwords = hasher();
    const [first, second] = await Promise.all([
      passwords.hash(ONE, 'secret'),
      passwords.hash(ONE, 'secret'),
      passwords.hash(ONE, 'other'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('verify the password that they were made of', async () => {
    const passwords = hasher();
    const passwordHash = await passwords.hash(ONE, 'secret');
    await expect(passwords.verify(ONE, passwordHash, 'secret')).resolves.toBe(true);
    await expect(passwords.verify(ONE, passwordHash, 'Secret')).resolves.toBe(false);
  });

  it('are refused when too many wait, and only those of the organization that asks for too many', async () => {
    const passwords = hasher();
    const guesses = Array.from({ length: TOO_MANY }, () => passwords.verifyNothing(ONE, 'guess'));
    const login = passwords.hash(OTHER, 'secret');
    const outcomes = await Promise.allSettled(guesses);
    await expect(login).resolves.toMatch(/^\$argon2id/);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    // Two run and thirty-two wait; of these one made room for the other organization's.
    expect(refused).toHaveLength(TOO_MANY - 2 - 32 + 1);
    for (const error of refused) expect(error.retryAfterSeconds ?? error.data['retry-after']).toBeGreaterThan(0);
    expect(await metrics.text(['stoa_admission_refused_total'])).toMatch(
      /gate="passwords",reason="(tenant|full)"[^}]*\} [1-9]/,
    );
  });

  it('are refused when there is no turn in time', async () => {
    const passwords = hasher(1);
    const asked = Array.from({ length: 10 }, () => passwords.hash(ONE, 'secret'));
    const statuses = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(statuses.slice(0, 2)).toEqual(['fulfilled', 'fulfilled']);
    expect(statuses).toContain('rejected');
  });
});
