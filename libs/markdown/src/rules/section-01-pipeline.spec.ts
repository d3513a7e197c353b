import { normalizeContent } from '../normalize';
import { tryRender } from '../render';
import { sampleContext } from '../sample-context';
import { ada, code, emoji, html, itFollows, link, rendered } from './rule-html';

describe('1.1 input normalisation', () => {
  it.each([
    ['trailing whitespace goes', 'a \t\n \u00a0\u3000', 'a'],
    ['leading newlines go, leading spaces stay', '\n\n  a', '  a'],
    ['a newline behind leading spaces stays', ' \na', ' \na'],
  ])('%s', (_rule, raw, content) => {
    expect(normalizeContent(raw)).toEqual({ ok: true, content });
  });

  it.each(['', ' ', '\n\n', '\n \t'])('empty after both strips: %j', (raw) => {
    expect(normalizeContent(raw)).toEqual({ ok: false, code: 'BAD_REQUEST', msg: 'Message must not be empty' });
  });

  it('NUL', () => {
    expect(normalizeContent('a\0')).toEqual({
      ok: false,
      code: 'BAD_REQUEST',
      msg: 'Message must not contain null bytes',
    });
  });

  it.each([
    ['exactly the limit stays', '😀'.repeat(10), 10, '😀'.repeat(10)],
    ['one more is cut, counted in code points', '😀'.repeat(31), 30, `${'😀'.repeat(10)}\n[message truncated]`],
  ])('%s', (_rule, raw, limit, content) => {
    expect(normalizeContent(raw, limit)).toEqual({ ok: true, content });
  });

  it('rendering alone neither normalises nor cuts', () => {
    expect(html('\n\na\n')).toBe('<p>a</p>');
    expect(html('b'.repeat(10_050))).toBe(`<p>${'b'.repeat(10_050)}</p>`);
    expect(html(' \n ')).toBe('');
  });
});

describe('1.2 order of work', () => {
  itFollows([
    ['step 1: line ends', 'a\r\nb\rc\nd', '<p>a<br>\nb<br>\nc<br>\nd</p>'],
    ['step 1: U+0002 and U+0003 go', 'a\u0002b\u0003c', '<p>abc</p>'],
    ['step 1: tabs to stops of 4 columns', 'a\tb\nabc\td\nabcd\te', '<p>a   b<br>\nabc d<br>\nabcd    e</p>'],
    ['step 1: columns are characters', '😀\tb', `<p>${emoji('grinning', '1f600')}   b</p>`],
    ['step 1: lines of whitespace are blank', 'a\n \t \nb', '<p>a</p>\n<p>b</p>'],
    ['step 3: fences before blocks', 'a\n```\n# b\n* c\n```', `<p>a</p>\n${code('# b\n* c')}`],
    ['step 5: indented code before heading', '    # a', code('# a')],
    ['step 5: heading before list', '# * a', '<h1>* a</h1>'],
    [
      'step 5: table before rule',
      'a|b\n---|---',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>\n</tbody>\n</table>',
    ],
    ['step 5: rule before list', '* * *', '<hr>'],
    ['step 5: list before quote', '* > a', '<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n</ul>'],
    ['step 8: the result is stripped', '\n\na\n\n', '<p>a</p>'],
  ]);

  it('step 4: alert words in inline code, not in fenced code', () => {
    expect(rendered('`deploy`').alertWordUserIds).toEqual([31, 33]);
    expect(rendered('```\ndeploy\n```').alertWordUserIds).toEqual([]);
    expect(rendered('```spoiler deploy\nx\n```').alertWordUserIds).toEqual([31, 33]);
    expect(rendered('```quote\ndeploy\n```').alertWordUserIds).toEqual([31, 33]);
  });
});

describe('1.3 inline rule order', () => {
  itFollows([
    ['1 code span before strong', '**a `b** c`', '<p>**a <code>b** c</code></p>'],
    ['1 code span before links', '[a`](b)`', '<p>[a<code>](b)</code></p>'],
    ['2 strong em before mention', '***@a*** b', '<p><strong><em>@a</em></strong> b</p>'],
    ['3 mention before strong', '@**Ada Byron** **b**', `<p>${ada} <strong>b</strong></p>`],
    [
      '8 time before named link',
      '[<time:2026-01-01>](/a)',
      `<p>${link('/a', '<time datetime="2026-01-01T00:00:00Z">2026-01-01</time>')}</p>`,
    ],
    ['10 named link before autolink', '[x](https://example.net)', `<p>${link('https://example.net', 'x')}</p>`],
    [
      '13 autolink before linkifier',
      'https://example.net/#42 #42',
      `<p>${link('https://example.net/#42')} ${link('https://bugs.example.net/42', '#42')}</p>`,
    ],
    [
      '14 linkifier before strong',
      '**a #42 b**',
      `<p><strong>a ${link('https://bugs.example.net/42', '#42')} b</strong></p>`,
    ],
    ['16 strong before em', '**a*b** c*', '<p><strong>a*b</strong> c*</p>'],
    ['17 em before del', '*a ~~b* c~~', '<p><em>a ~~b</em> c~~</p>'],
    [
      '16-18 rules after the one that matched run inside',
      '**a *b ~~c~~***',
      '<p><strong>a *b <del>c</del></strong>*</p>',
    ],
    ['18 inside em', '*a ~~b~~ :tada:*', `<p><em>a <del>b</del> ${emoji('tada', '1f389')}</em></p>`],
    ['19 free-standing stars', 'a * b ** c', '<p>a * b ** c</p>'],
    ['20 emoji in strong', '**:tada:**', `<p><strong>${emoji('tada', '1f389')}</strong></p>`],
    ['23 Unicode emoji in del', '~~🎉~~', `<p><del>${emoji('tada', '1f389')}</del></p>`],
    [
      'link text is atomic',
      '[**a** :tada: #42 🎉 `c`](/x)',
      `<p>${link('/x', '**a** :tada: #42 🎉 <code>c</code>')}</p>`,
    ],
    [
      'link text: stashed pieces show',
      '[@**Ada Byron** #**ops**](/x)',
      `<p>${link('/x', `${ada} <a class="stream" data-stream-id="5" href="/#narrow/channel/5-ops">#ops</a>`)}</p>`,
    ],
    ['link text: a newline is bare', '[a\nb](/x)', `<p>${link('/x', 'a\nb')}</p>`],
    ['no underscores', '_a_ __b__', '<p>_a_ __b__</p>'],
    ['no backslash escapes', '\\# a \\[b\\] \\_', '<p>\\# a \\[b\\] \\_</p>'],
    ['no setext headings', 'a\n-', '<p>a<br>\n-</p>'],
    ['no reference links', '[a][1] [b]\n\n[1]: /x', '<p>[a][1] [b]</p>\n<p>[1]: /x</p>'],
    ['no angle links', '<https://example.net>', `<p>&lt;${link('https://example.net')}&gt;</p>`],
    ['no raw HTML', '<i>a</i> <!-- b -->', '<p>&lt;i&gt;a&lt;/i&gt; &lt;!-- b --&gt;</p>'],
    ['no footnotes', 'a[^1]\n\n[^1]: b', '<p>a[^1]</p>\n<p>[^1]: b</p>'],
    ['no check boxes', '- [x] a', '<ul>\n<li>[x] a</li>\n</ul>'],
    ['no other hard breaks', 'a\\\nb  \nc', '<p>a\\<br>\nb  <br>\nc</p>'],
  ]);
});

describe('1.4 serialisation', () => {
  itFollows([
    ['text: & < > escaped, quotes raw', 'a & < > " \' é', '<p>a &amp; &lt; &gt; " \' é</p>'],
    ['attributes: " too', '[a](/x"y "t\'<>&")', `<p>${link('/x&quot;y', 'a', "t'&lt;&gt;&amp;")}</p>`],
    ['void elements without slash', 'a\nb\n\n---', '<p>a<br>\nb</p>\n<hr>'],
    [
      'boolean attribute bare',
      '![s](/user_uploads/2/ab/s.mp3)',
      '<p><audio controls preload="metadata" src="/user_uploads/2/ab/s.mp3" title="s"></audio></p>',
    ],
    ['spaces before a line break are kept', 'a   \nb', '<p>a   <br>\nb</p>'],
    ['blocks are joined by one newline', 'a\n\n\n\nb\n# c', '<p>a</p>\n<p>b</p>\n<h1>c</h1>'],
  ]);

  it('any failure of the renderer has the text of the wire', () => {
    const table = `|${'a|'.repeat(1500)}\n|${'-|'.repeat(1500)}\n${'x\n'.repeat(2000)}`;
    expect(tryRender(table, sampleContext)).toMatchObject({ ok: false, msg: 'Unable to render message' });
  });
});
