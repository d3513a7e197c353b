import { type MailOption, withMailOptions } from './mail-address';

const TOKEN = '0123456789abcdef0123456789abcdef';

describe('the address of a channel', () => {
  it.each<[string, MailOption[], string]>([
    [`general.${TOKEN}.show-sender@mail.example.com`, ['show-sender'], `general.${TOKEN}.show-sender@mail.example.com`],
    [`general.${TOKEN}.show-sender@mail.example.com`, [], `general.${TOKEN}@mail.example.com`],
    [
      `chat+${TOKEN}.show-sender@example.com`,
      ['prefer-html', 'include-quotes'],
      `chat+${TOKEN}.include-quotes.prefer-html@example.com`,
    ],
    ['', ['prefer-html'], ''],
  ])('%s with %j is %s', (address, options, expected) => {
    expect(withMailOptions(address, new Set(options))).toBe(expected);
  });
});
