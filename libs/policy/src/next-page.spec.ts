import { nextPage } from './next-page';

const OWN = 'https://chat.example';

describe('nextPage', () => {
  it.each([
    ['/', '/'],
    ['/#narrow/channel/7-general', '/#narrow/channel/7-general'],
    ['/a/b?c=d#e', '/a/b?c=d#e'],
    [`${OWN}/a`, '/a'],
  ])('goes on to %s', (asked, expected) => {
    expect(nextPage(asked, OWN)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'a',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    'https:evil.example',
    'https://evil.example/',
    'https://chat.example.evil.example/',
    'https://chat.example@evil.example/',
    'https://a@chat.example/',
    'http://chat.example/',
    'https://chat.example:444/',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    '/a\r\nSet-Cookie: a=b',
    'data:text/html,a',
    '/'.padEnd(3_000, 'a'),
  ])('drops %j', (asked) => {
    expect(nextPage(asked, OWN)).toBe('/');
  });
});
