import { code, html, itFollows, link, list, loose, quote, rendered, silentAda, silentOncall } from './rule-html';

describe('3.1 lists', () => {
  itFollows([
    ['bullets are interchangeable', '* a\n+ b\n- c', list('ul', 'a', 'b', 'c')],
    ['one leading space', ' * a\n * b', list('ul', 'a', 'b')],
    ['several spaces behind the bullet', '*   a', list('ul', 'a')],
    ['a bullet needs a space', '*a\n-b', '<p>*a<br>\n-b</p>'],
    ['ordered', '1. a\n2. b', list('ol', 'a', 'b')],
    ['1) is no list', '1) a', '<p>1) a</p>'],
    ['the first number gives the start', '7. a\n3. b', '<ol start="7">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['start as typed', '007. a', '<ol start="007">\n<li>a</li>\n</ol>'],
    ['start 1 is not written', '1. a', list('ol', 'a')],
    ['nesting by 2 spaces', '* a\n  * b\n    * c', list('ul', `a${list('ul', `b${list('ul', 'c')}\n`)}\n`)],
    ['3 spaces are one level', '* a\n   * b', list('ul', `a${list('ul', 'b')}\n`)],
    ['5 spaces are two levels', '* a\n  * b\n     * c', list('ul', `a${list('ul', `b${list('ul', 'c')}\n`)}\n`)],
    ['back to an outer level', '* a\n  * b\n* c', list('ul', `a${list('ul', 'b')}\n`, 'c')],
    ['the other kind inside, loose by 3.3', '* a\n  1. b', list('ul', `${loose('a')}${list('ol', 'b')}\n`)],
    ['two levels at once is text', '* a\n    * b', list('ul', 'a<br>\n    * b')],
    ['the other kind starts a new list', '1. a\n* b', `${list('ol', 'a')}\n${list('ul', 'b')}`],
    ['loose: only the two around the blank line', '* a\n* b\n\n* c\n* d', list('ul', 'a', loose('b'), loose('c'), 'd')],
    ['lazy continuation', '* a\nb\nc', list('ul', 'a<br>\nb<br>\nc')],
    ['continuation before another item makes it loose', '* a\nb\n* c', list('ul', loose('a<br>\nb'), loose('c'))],
    ['second paragraph', '* a\n\n  b', list('ul', `${loose('a')}<p>b</p>\n`)],
    ['quote in an item', '* > a', '<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n</ul>'],
  ]);
});

describe('3.2 indented code', () => {
  itFollows([
    ['at the start', '    a\n    b', code('a\nb')],
    ['a tab', '\ta', code('a')],
    ['behind a blank line', 'a\n\n    b', `<p>a</p>\n${code('b')}`],
    ['not without blank line', 'a\n    b', '<p>a<br>\n    b</p>'],
    ['blank lines inside', '    a\n\n    b', code('a\n\nb')],
    ['a paragraph of the list item before', '* a\n\n    b', list('ul', 'a<p>b</p>\n')],
  ]);

  it('not in mail', () => {
    expect(html('    a', { isFromEmailGateway: true })).toBe('<p>a</p>');
  });
});

describe('3.3 hanging lists', () => {
  itFollows([
    ['text, then a list', 'a\n* b', `<p>a</p>\n${list('ul', 'b')}`],
    ['text, then a number', 'a\n1. b', `<p>a</p>\n${list('ol', 'b')}`],
    ['bullet, then number', '* a\n1. b', `${list('ul', 'a')}\n${list('ol', 'b')}`],
    ['number, then bullet', '1. a\n* b', `${list('ol', 'a')}\n${list('ul', 'b')}`],
    ['two digits do not count', 'a\n10. b', '<p>a<br>\n10. b</p>'],
    ['not inside code', '```\na\n* b\n```', code('a\n* b')],
    ['inside quotes', '```quote\na\n* b\n```', quote('<p>a</p>', list('ul', 'b'))],
    ['needs text behind the marker space', 'a\n*b', '<p>a<br>\n*b</p>'],
  ]);
});

describe('3.4 quotes', () => {
  itFollows([
    ['marker without space', '>a', quote('<p>a</p>')],
    ['up to 3 leading spaces', '   > a', quote('<p>a</p>')],
    ['holds lists and headings', '> # a\n> * b', quote('<h1>a</h1>', list('ul', 'b'))],
    ['nested', '> a\n> > b', quote('<p>a</p>', quote('<p>b</p>'))],
    ['lazy continuation', '> a\nb', quote('<p>a<br>\nb</p>')],
    ['blank marker lines separate paragraphs', '> a\n>\n> b', quote('<p>a</p>', '<p>b</p>')],
    ['a blank line ends it', '> a\n\n> b', `${quote('<p>a</p>')}\n${quote('<p>b</p>')}`],
    ['only markers are no quote', '>\n>', '<p>&gt;<br>\n&gt;</p>'],
    ['text before it', 'a\n> b', `<p>a</p>\n${quote('<p>b</p>')}`],
    ['silences users', '> @**Ada Byron**', quote(`<p>${silentAda}</p>`)],
    ['silences groups', '> @*oncall*', quote(`<p>${silentOncall}</p>`)],
    [
      'silences wildcards',
      '> @**all** @**topic**',
      quote(
        '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span> <span class="topic-mention silent">topic</span></p>',
      ),
    ],
    ['silences lazy lines', '> a\n@**Ada Byron**', quote(`<p>a<br>\n${silentAda}</p>`)],
    ['a silent mention stays one', '> @_**Ada Byron**', quote(`<p>${silentAda}</p>`)],
    ['fences behind it are code spans', '> ```\n> a\n> ```', quote('<p><code>\na\n</code></p>')],
    ['no previews', '> https://p.example.net/a.png', quote(`<p>${link('https://p.example.net/a.png')}</p>`)],
  ]);

  it('links still count', () => {
    expect(rendered('> [f](/user_uploads/2/ab/f.png)')).toMatchObject({
      hasLink: true,
      hasImage: false,
      attachmentPathIds: ['2/ab/f.png'],
    });
  });

  it('has no effects', () => {
    expect(rendered('> @**Ada Byron** @*oncall* @**all** @**topic**')).toMatchObject({
      mentionedUserIds: [],
      mentionedGroupIds: [],
      channelWildcard: false,
      topicWildcard: false,
    });
  });
});

describe('3.5 tables', () => {
  const table = (head: string[], ...rows: string[][]): string => {
    const cells = (tag: string, row: string[]): string =>
      `<tr>\n${row.map((cell) => `<${tag}>${cell}</${tag}>\n`).join('')}</tr>\n`;
    return `<table>\n<thead>\n${cells('th', head)}</thead>\n<tbody>\n${rows.map((row) => cells('td', row)).join('')}</tbody>\n</table>`;
  };
  itFollows([
    ['outer pipes are optional', 'a | b\n-|-\nc | d', table(['a', 'b'], ['c', 'd'])],
    ['one column needs them', 'a\n-\nb', '<p>a<br>\n-<br>\nb</p>'],
    ['one column with them', '|a|\n|-|\n|b|', table(['a'], ['b'])],
    ['must start the block', 'x\n|a|b|\n|-|-|', '<p>x<br>\n|a|b|<br>\n|-|-|</p>'],
    ['no body row gives an empty one', 'a|b\n-|-', table(['a', 'b'], ['', ''])],
    ['short rows are padded', 'a|b|c\n-|-|-\nd', table(['a', 'b', 'c'], ['d', '', ''])],
    ['further cells are dropped', 'a|b\n-|-\nc|d|e', table(['a', 'b'], ['c', 'd'])],
    ['a pipe in code does not split', 'a|b\n-|-\n`c|d`|e', table(['a', 'b'], ['<code>c|d</code>', 'e'])],
    ['lines up to a blank one are rows', 'a|b\n-|-\nc\nd\n\ne', `${table(['a', 'b'], ['c', ''], ['d', ''])}\n<p>e</p>`],
  ]);

  it('aligns every cell of a column', () => {
    const shown = html('a|b|c|d\n:-|-:|:-:|-\n1|2|3|4');
    expect(shown).toContain(
      '<th style="text-align: left;">a</th>\n<th style="text-align: right;">b</th>\n<th style="text-align: center;">c</th>\n<th>d</th>',
    );
    expect(shown).toContain(
      '<td style="text-align: left;">1</td>\n<td style="text-align: right;">2</td>\n<td style="text-align: center;">3</td>\n<td>4</td>',
    );
  });
});
