import { AlertWordIndex } from './alert-words';
import { render, tryRender } from './render';
import { sampleContext } from './sample-context';

const html = (source: string): string => render(source, sampleContext).html;
const UL = (...items: string[]): string => `<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>`;
const SYSTEM = '<a class="stream" data-stream-id="5" href="/#narrow/channel/5-ops">#ops</a>';

/** Rules of markdown.md that its examples do not show. */
describe('rules of the markup', () => {
  it.each([
    ['**a\nb**', '<p>**a<br>\nb**</p>'],
    ['~~a~b~~ ~~~c~~', '<p>~~a~b~~ ~~~c~~</p>'],
    ['* a *b* c', UL('a <em>b</em> c')],
    ['a * b * c', '<p>a * b * c</p>'],
    ['***a^b***', '<p><strong>*a^b</strong>*</p>'],
    ['Title\n=====', '<p>Title<br>\n=====</p>'],
    [
      '[a][b]\n\n[b]: https://x.example.net',
      '<p>[a][b]</p>\n<p>[b]: <a href="https://x.example.net">https://x.example.net</a></p>',
    ],
    ['- [ ] task', UL('[ ] task')],
    ['&nosuch; &#65; &#x41; &a b;', '<p>&nosuch; &#65; &#x41; &amp;a b;</p>'],
    ['###### six', '<h6>six</h6>'],
  ])('of text: %j', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it.each([
    ['* a\n- b\n+ c', UL('a', 'b', 'c')],
    ['1. a\n5. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['01. a', '<ol start="01">\n<li>a</li>\n</ol>'],
    ['* a\n   * b', UL(`a${UL('b')}\n`)],
    ['text\n1. one', '<p>text</p>\n<ol>\n<li>one</li>\n</ol>'],
    ['> a\n\nb', '<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>'],
    ['> # h\n> * i', `<blockquote>\n<h1>h</h1>\n${UL('i')}\n</blockquote>`],
    [
      '> @**all** @*role:administrators*',
      '<blockquote>\n<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span> <span class="user-group-mention silent" data-user-group-id="4">Administrators</span></p>\n</blockquote>',
    ],
  ])('of lists and quotes: %j', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it.each([
    ['(#**ops**)', `<p>(${SYSTEM})</p>`],
    ['x#**ops**', '<p>x#<strong>ops</strong></p>'],
    ['#**OPS**', '<p>#<strong>OPS</strong></p>'],
    ['ftp://example.net file://x', '<p>ftp://example.net file://x</p>'],
    [
      'mailto:a@b.example tel:1 localhost',
      '<p>mailto:<a href="mailto:a@b.example">a@b.example</a> tel:1 localhost</p>',
    ],
    [
      'a.zip b.mov c.java d.py EXAMPLE.net',
      '<p>a.zip b.mov c.java d.py <a href="http://EXAMPLE.net">EXAMPLE.net</a></p>',
    ],
    ['x.NET', '<p>x.NET</p>'],
    [
      'https://x.example.net/((((((a))))))',
      '<p><a href="https://x.example.net/((((((a))))))">https://x.example.net/((((((a))))))</a></p>',
    ],
    ['https://x.example.net/(((((((a)))))))', '<p>https://x.example.net/(((((((a)))))))</p>'],
    ['[a](vbscript:x) [b](sms:1) [c](tel:2)', '<p>[a](vbscript:x) <a href="sms:1">b</a> <a href="tel:2">c</a></p>'],
    ['<https://x.example.net>', '<p>&lt;<a href="https://x.example.net">https://x.example.net</a>&gt;</p>'],
    [
      '[*a* :tada: #42\nb](https://x.example.net)',
      '<p><a href="https://x.example.net">*a* :tada: #42<br>\nb</a></p>'.replace('<br>', ''),
    ],
  ])('of links: %j', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it('says the words of every emoticon only between edges', () => {
    const shown = (text: string): string[] =>
      Array.from(
        render(text, { ...sampleContext, translateEmoticons: true }).html.matchAll(/>:(\w+):<\/span>/g),
        (match) => match[1] ?? '',
      );
    expect(shown(':) (: :( <3 :| :/ ;) :D :o :O :p :P')).toEqual(
      'slight_smile slight_smile frown heart neutral confused wink smile open_mouth open_mouth stuck_out_tongue stuck_out_tongue'.split(
        ' ',
      ),
    );
    expect(shown('":)" a:) :)b')).toEqual(['slight_smile']);
  });

  it.each([...' \n("\'.,;[*`>'])('finds alert words after %j', (before) => {
    expect(new AlertWordIndex([{ userId: 1, word: 'word' }]).usersIn(`ab${before}word`)).toEqual([1]);
  });

  it.each([..." \n)?:.,';]!*`"])('finds alert words before %j', (after) => {
    expect(new AlertWordIndex([{ userId: 1, word: 'word' }]).usersIn(`a word${after}x`)).toEqual([1]);
  });

  it.each(['-', '/', '"', 'a'])('finds no alert words before %j', (after) => {
    expect(new AlertWordIndex([{ userId: 1, word: 'word' }]).usersIn(`a word${after}x`)).toEqual([]);
  });

  it.each(['a', '_', '@', '\u202e', '\u200b', '\ufeff', '🎉', '[', '(', '&', '\\', '/', '.', '|'])(
    'bears a token of 10,000 times %j',
    (unit) => {
      expect(tryRender(unit.repeat(10_000), sampleContext).ok).toBe(true);
    },
  );
});
