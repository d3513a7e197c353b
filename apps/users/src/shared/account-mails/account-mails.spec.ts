import type { WriteTransaction } from '@stoa/database';
import type { Mailer } from '@stoa/mail';
import type { UsersEnvironment } from '../../users-environment';
import { AccountMails } from './account-mails';
import type { AccountMailsRepository } from './account-mails.repository';

const TX = {} as WriteTransaction;
const USER = 7;

function create({ isConfigured = true, tellsLogins = true } = {}) {
  const repository = {
    orderWelcome: vi.fn(),
    newcomer: () => ({ joinedAtMs: 0, timezone: '', orgType: 10, hasOtherAccount: false }),
    orderOnboarding: vi.fn(),
    orderNewLogin: vi.fn(),
  };
  const mails = new AccountMails(
    repository as unknown as AccountMailsRepository,
    { isConfigured } as Mailer,
    { STOA_LOGIN_MAILS: tellsLogins } as UsersEnvironment,
  );
  return { mails, repository };
}

describe('mails about accounts', () => {
  it.each([
    [{}, 1],
    [{ tellsLogins: false }, 0],
    [{ isConfigured: false }, 0],
  ])('tell of logins where the installation does: %j', async (settings, times) => {
    const { mails, repository } = create(settings);
    await mails.newLogin(TX, USER, { client: 'Firefox on Linux', ipAddress: '203.0.113.7' });
    expect(repository.orderNewLogin).toHaveBeenCalledTimes(times);
  });

  it.each([
    [{}, {}, 'onboarding_guide'],
    [{ directoryLogin: 'ada' }, { directoryLogin: 'ada' }, 'onboarding_guide'],
    [{ isFounder: true }, {}, 'onboarding_team'],
  ])('welcome an account with %j', async (welcome, facts, last) => {
    const { mails, repository } = create();
    await mails.welcome(TX, USER, welcome);
    expect(repository.orderWelcome).toHaveBeenCalledExactlyOnceWith(TX, USER, { kind: 'welcome', facts });
    const [, , plan] = repository.orderOnboarding.mock.calls[0] ?? [];
    expect(plan.at(-1)).toMatchObject({ kind: last });
  });
});
