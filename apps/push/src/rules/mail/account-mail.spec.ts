import { writeAccountMail } from './account-mail';
import type { AccountMailView } from './account-mail-content';
import { sampleMissedMail } from './sample-mail';

const { mailId, happenedAtMs, realm, recipient } = sampleMissedMail();
const base = { mailId, happenedAtMs, realm, recipient, ways: null, confirmUrl: null, welcomeSender: null };
const login = (over: Partial<AccountMailView> = {}) =>
  writeAccountMail({
    ...base,
    kind: 'new_login',
    facts: { client: 'Firefox on Linux', ipAddress: '203.0.113.7', atMs: happenedAtMs },
    ways: { unsubscribeUrl: 'https://acme.example/accounts/unsubscribe/login/a-1', unsubscribeAddress: null },
    ...over,
  } as AccountMailView);

describe('mails about accounts', () => {
  it('tell of a login from a new browser: where, when, and what to do', () => {
    const { subject, text, fromName, headers } = login();
    expect(subject).toBe('New login from Firefox on Linux');
    expect(fromName).toBe('Stoa account security');
    expect(text).toContain('Your account ada@example.com of Acme');
    expect(text).toContain('IP address: 203.0.113.7');
    expect(text).toContain('Time: Nov 25, 2026, 22:07');
    expect(headers['List-Unsubscribe']).toContain('/accounts/unsubscribe/login/');
  });

  it('say what is unknown, and escape what a browser says of itself', () => {
    const facts = (client: string) => ({ facts: { client, ipAddress: '::1', atMs: 0 } });
    expect(login(facts('')).subject).toBe('New login from an unknown browser');
    expect(login(facts('<img src=x>')).html).not.toContain('<img');
    const german = { recipient: { ...recipient, language: 'de' } };
    expect(login(german).subject).toBe('Neue Anmeldung mit Firefox on Linux');
  });

  it('welcome, once and without a way to unsubscribe', () => {
    const { subject, text, headers } = writeAccountMail({ ...base, kind: 'welcome', facts: {} });
    expect(subject).toBe('Welcome to Acme');
    expect(text).toContain('You sign in with ada@example.com at https://acme.example.');
    expect(headers).not.toHaveProperty('List-Unsubscribe');
    expect(text).not.toContain('Unsubscribe');
  });

  it('name the login of a directory to whoever signs in by one', () => {
    const { text } = writeAccountMail({ ...base, kind: 'welcome', facts: { directoryLogin: 'ada' } });
    expect(text).toContain(
      'You sign in at https://acme.example with ada and the password that you have in the directory',
    );
    expect(text).not.toContain('You sign in with ada@example.com');
  });

  it.each(['welcome', 'onboarding_topics', 'onboarding_guide', 'onboarding_team'] as const)(
    'are from whoever welcomes, and reads answers, if somebody does: %s',
    (kind) => {
      const by = (welcomeSender: AccountMailView['welcomeSender']) =>
        writeAccountMail({ ...base, kind, facts: {}, welcomeSender });
      expect(by(null)).toMatchObject({ fromName: 'Stoa notifications', text: expect.stringContaining('Do not reply') });
      expect(by(null)).not.toHaveProperty('fromAddress');
      const cy = by({ name: 'Cy of Acme', address: 'cy@acme.example' });
      expect(cy).toMatchObject({ fromName: 'Cy of Acme', fromAddress: 'cy@acme.example' });
      expect(cy.text + cy.html).not.toContain('Do not reply');
      expect(by({ name: '', address: 'cy@acme.example' }).fromName).toBe('Stoa notifications');
    },
  );

  it('are not from whoever welcomes where they are about safety', () => {
    expect(login({ welcomeSender: { name: 'Cy', address: 'cy@acme.example' } })).not.toHaveProperty('fromAddress');
  });

  it('tell whoever made an organization how to bring people there', () => {
    const { subject, text } = writeAccountMail({ ...base, kind: 'onboarding_team', facts: {} });
    expect(subject).toBe('How to bring your people into Acme');
    expect(text).toContain('Acme is new, and you are its owner.');
  });

  it('tell the old address of a new one', () => {
    const facts = { oldAddress: 'old@example.com', newAddress: 'new@example.com' };
    const { to, text, fromName } = writeAccountMail({ ...base, kind: 'address_changed', facts });
    expect(to).toBe('old@example.com');
    expect(fromName).toBe('Stoa account security');
    expect(text).toContain('from old@example.com to new@example.com');
  });

  it('have a link that confirms an address', () => {
    const confirmUrl = 'https://acme.example/accounts/mail/confirm/a-1';
    const { to, html, text } = writeAccountMail({
      ...base,
      kind: 'address_check',
      facts: { sinceMs: 1 },
      confirmUrl,
    });
    expect(to).toBe(recipient.address);
    for (const part of [html, text]) expect(part).toContain(confirmUrl);
  });

  it.each(['onboarding_topics', 'onboarding_guide', 'onboarding_team'] as const)(
    'show newcomers what they can do: %s',
    (kind) => {
      const unsubscribeUrl = 'https://acme.example/accounts/unsubscribe/welcome/a-1';
      const { subject, text, headers } = writeAccountMail({
        ...base,
        kind,
        facts: {},
        ways: { unsubscribeUrl, unsubscribeAddress: 'un-w-a-1@mail.acme.example' },
      });
      expect(subject).toMatch(/\bin(to)? Acme$/);
      expect(text).toContain('because you are new in Acme');
      expect(headers['List-Unsubscribe']).toBe(
        `<${unsubscribeUrl}>, <mailto:un-w-a-1@mail.acme.example?subject=unsubscribe>`,
      );
    },
  );
});
