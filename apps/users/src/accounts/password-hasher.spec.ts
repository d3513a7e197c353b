import { PasswordHasher } from './password-hasher';
import { UsersEnvironment } from '../users-environment';

describe('password hashes', () => {
  const environment = Object.assign(new UsersEnvironment(), { STOA_PASSWORD_CONCURRENCY: 2 });
  const hasher = new PasswordHasher(environment);

  it('are argon2id in PHC form with their parameters, and salted', async () => {
    const [first, second] = await Promise.all([hasher.hash('secret'), hasher.hash('secret'), hasher.hash('other')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('verify the password that they were made of', async () => {
    const passwordHash = await hasher.hash('secret');
    await expect(hasher.verify(passwordHash, 'secret')).resolves.toBe(true);
    await expect(hasher.verify(passwordHash, 'Secret')).resolves.toBe(false);
  });
});
