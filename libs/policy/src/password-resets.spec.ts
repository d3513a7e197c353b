import { passwordResetMail } from './password-resets';

describe('mails about forgotten passwords', () => {
  it.each([
    ['an active account', { isActive: true, isBot: false, isManagedByLdap: false }, false, 'link'],
    ['an active account, and one elsewhere', { isActive: true, isBot: false, isManagedByLdap: false }, true, 'link'],
    ['a deactivated account', { isActive: false, isBot: false, isManagedByLdap: false }, false, 'deactivated'],
    [
      'a deactivated account, and one elsewhere',
      { isActive: false, isBot: false, isManagedByLdap: false },
      true,
      'deactivated',
    ],
    ['an account of a directory', { isActive: true, isBot: false, isManagedByLdap: true }, false, 'directory'],
    ['a deactivated one', { isActive: false, isBot: false, isManagedByLdap: true }, false, 'deactivated'],
    ['a bot', { isActive: true, isBot: true, isManagedByLdap: false }, false, 'nobody'],
    ['a bot, and an account elsewhere', { isActive: true, isBot: true, isManagedByLdap: false }, true, 'elsewhere'],
    ['no account', undefined, false, 'nobody'],
    ['an account elsewhere', undefined, true, 'elsewhere'],
  ] as const)('for %s', (_what, account, isElsewhere, mail) => {
    expect(passwordResetMail(account, isElsewhere)).toBe(mail);
  });
});
