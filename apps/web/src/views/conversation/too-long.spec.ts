import { isSurelyShort, isTooLong } from './too-long';

const em = 16;

describe('a long message', () => {
  it('is cut above two thirds of the window, an unread one above nearly all of it', () => {
    const of = (height: number, isUnread: boolean) => isTooLong({ height, windowHeight: 1000, em }, isUnread);
    expect([of(650, false), of(651, false), of(808, true), of(809, true)]).toEqual([false, true, false, true]);
  });

  it('is whole in small windows unless it has many lines', () => {
    const of = (height: number, isUnread: boolean) => isTooLong({ height, windowHeight: 400, em }, isUnread);
    expect([of(560, false), of(561, false), of(560, true), of(561, true)]).toEqual([false, true, false, true]);
  });

  it('needs no measure where little is written, and nothing that may be high', () => {
    const short = ['<p>Hello</p>', `<p>${'a'.repeat(290)}</p>`, '<p>a<br>b</p>\n<ul>\n<li>c</li>\n<li>d</li>\n</ul>'];
    const unsure = [`<p>${'a'.repeat(300)}</p>`, '<p>a</p>'.repeat(7), '<div class="spoiler-block">a</div>'];
    const high = ['<p><img src="/a.png"></p>', '<pre>a</pre>', '<h1>a</h1>', '<span class="katex-display">a</span>'];
    expect(short.map(isSurelyShort)).toEqual([true, true, true]);
    expect([...unsure, ...high].map(isSurelyShort)).toEqual(Array(7).fill(false));
  });
});
