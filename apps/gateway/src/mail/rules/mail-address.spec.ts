import { readMailAddress, readOperatorMailbox } from './mail-address';

const TOKEN = '0123456789abcdef0123456789abcdef';
const OPTIONS = { showsFrom: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };
const AT = '%s@mail.example.com';

describe('addresses that take mail', () => {
  it.each([
    [AT, `${TOKEN}@mail.example.com`, {}],
    [AT, `general.${TOKEN}.show-sender@MAIL.example.com`, { showsFrom: true }],
    [AT, `${'a'.repeat(32)}.${TOKEN}.show-sender@mail.example.com`, { showsFrom: true }],
    [
      AT,
      `General+${TOKEN.toUpperCase()}+include-quotes+prefer-html@mail.example.com`,
      { keepsQuotes: true, prefersHtml: true },
    ],
    ['box+%s@example.com', `box+a.b.${TOKEN}.include-footer.unknown@example.com`, { keepsFooter: true }],
  ])('%s: %s is of a channel', (pattern, address, options) => {
    expect(readMailAddress(pattern, address)).toEqual({
      kind: 'channel',
      token: TOKEN,
      options: { ...OPTIONS, ...options },
    });
  });

  it('are of answers, in any case', () => {
    expect(readMailAddress(AT, 'MM-a-b-c-0F@mail.example.com')).toEqual({
      kind: 'reply',
      token: 'mm-a-b-c-0f',
      options: OPTIONS,
    });
  });

  it.each([
    [AT, 'postmaster@mail.example.com'],
    [AT, `${TOKEN}@example.com`],
    [AT, `${TOKEN}0@mail.example.com`],
    [AT, '@mail.example.com'],
    ['box+%s@example.com', `${TOKEN}@example.com`],
    ['none', `${TOKEN}@mail.example.com`],
    [AT, `mm-${'a'.repeat(200)}@mail.example.com`],
  ])('%s: not %s', (pattern, address) => {
    expect(readMailAddress(pattern, address)).toBeNull();
  });
});

describe('mailboxes of whoever runs the installation', () => {
  it.each([
    [AT, 'postmaster@mail.example.com', 'postmaster'],
    [AT, 'Abuse@MAIL.example.com', 'abuse'],
    ['chat+%s@example.com', 'postmaster@example.com', 'postmaster'],
    [AT, 'Postmaster', 'postmaster'],
    [AT, 'postmaster@other.example', null],
    [AT, 'x.postmaster@mail.example.com', null],
    ['none', 'postmaster@mail.example.com', null],
  ])('%s: %s is %s', (pattern, address, expected) => {
    expect(readOperatorMailbox(pattern, address)).toBe(expected);
  });
});
