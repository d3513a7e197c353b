import { mailboxOf } from './mailbox';

describe('a mailbox', () => {
  it.each([
    ['ada@example.com', { name: '', address: 'ada@example.com' }],
    ['welcome@localhost', { name: '', address: 'welcome@localhost' }],
    ['Ada of Acme <ada@example.com>', { name: 'Ada of Acme', address: 'ada@example.com' }],
    ['"Ada L. of \\"Acme\\"" <ada@example.com>', { name: 'Ada L. of "Acme"', address: 'ada@example.com' }],
    ['Größe <ada@example.com>', { name: 'Größe', address: 'ada@example.com' }],
    ['none', null],
    ['Ada', null],
    ['Ada <ada>', null],
    ['Ada <ada@example.com', null],
    ['Ada <a@example.com>, Bo <b@example.com>', null],
    ['Ada\nBcc: b@example.com <a@example.com>', null],
  ])('reads %j', (text, expected) => {
    expect(mailboxOf(text)).toEqual(expected);
  });
});
