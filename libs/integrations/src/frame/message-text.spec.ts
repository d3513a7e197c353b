import { code, cut, enumeration, link, moment, plain, quote, webAddress, withoutMentions } from './message-text';

const APART = '\u200b';

describe('texts of others', () => {
  it.each([
    ['a\nb', 'a b'],
    ['`x`', "'x'"],
    ['**bold**', `*${APART}*${APART}bold*${APART}*`],
    ['a](http://evil.example)', `a]${APART}(http://evil.example)`],
    ['a * b', 'a * b'],
    ['snake_case', 'snake_case'],
  ])('%j is %j', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it.each([
    ['a', 'https://x.example/(b)', '[a](https://x.example/%28b%29)'],
    ['[WIP] a', 'https://x.example/', '[[WIP] a](https://x.example/)'],
    ['a] b', 'https://x.example/', '[a) b](https://x.example/)'],
    ['a', 'javascript:alert(1)', 'a'],
    ['a', 'no address', 'a'],
    ['a', undefined, 'a'],
    ['', 'https://x.example/', ''],
  ])('links %j to %j', (text, url, expected) => {
    expect(link(text, url)).toBe(expected);
  });

  it('knows addresses of the web', () => {
    expect(webAddress('ftp://x.example/')).toBeUndefined();
    expect(webAddress('http://x.example/a b')).toBe('http://x.example/a%20b');
  });

  it('quotes so that the text cannot end the quote', () => {
    expect(quote('a\n~~~\nb')).toBe('\n~~~~ quote\na\n~~~\nb\n~~~~');
    expect(quote('  ')).toBe('');
    expect(quote('x'.repeat(5_000)).length).toBeLessThan(3_100);
    expect(code('x')).toBe('\n~~~\nx\n~~~');
  });

  it.each([
    ['@**all** and @**Ada**', false, `@${APART}**all** and @${APART}**Ada**`],
    ['@**all** and @**Ada**', true, `@${APART}**all** and @**Ada**`],
    ['@*team* @_**Ada**', false, `@${APART}*team* @${APART}_**Ada**`],
    ['mail@example.com', false, 'mail@example.com'],
  ])('%j of people %j', (text, isWrittenByPeople, expected) => {
    expect(withoutMentions(text, isWrittenByPeople)).toBe(expected);
  });

  it('cuts, lists and dates', () => {
    expect(cut('abcdef', 4)).toBe('abc…');
    expect(cut('😀😀', 2)).toBe('😀😀');
    expect(enumeration(['a', 'b', 'c'])).toBe('a, b and c');
    expect(moment('2026-11-23T10:30:00Z')).toBe('<time:2026-11-23T10:30:00Z>');
    expect(moment('0001-01-01T00:00:00Z')).toBeUndefined();
    expect(moment('soon')).toBeUndefined();
  });
});
