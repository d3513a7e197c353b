import { REFERENCE_EXAMPLES } from './reference-examples';
import { render, tryRender } from './render';
import { sampleContext } from './sample-context';

const html = (input: string): string => render(input, sampleContext).html;

describe('render', () => {
  it.each(REFERENCE_EXAMPLES)('renders the example %j', (input, expected) => {
    expect(html(input)).toBe(expected);
  });

  it.each([
    ['', ''],
    ['plain', '<p>plain</p>'],
    ['a & b &amp; <c> "d"', '<p>a &amp; b &amp; &lt;c&gt; "d"</p>'],
    ['one\ntwo  \nthree', '<p>one<br>\ntwo  <br>\nthree</p>'],
    ['a\n\n\n\nb', '<p>a</p>\n<p>b</p>'],
    ['  two spaces\n  kept', '<p>two spaces<br>\n  kept</p>'],
    ['a\r\nb\rc', '<p>a<br>\nb<br>\nc</p>'],
    ['x\u0002\ue000\ue000\u0003y', '<p>x\ue000\ue000y</p>'],
    ['####### seven\n#none', '<p>####### seven<br>\n#none</p>'],
    ['- - -\n___\n*****', '<hr>\n<hr>\n<hr>'],
    ['text\n10. ten', '<p>text<br>\n10. ten</p>'],
    ['1) one', '<p>1) one</p>'],
    ['1. a\n1. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    [
      '    code <x> "q"',
      '<div class="codehilite"><pre><span></span><code>code &lt;x&gt; &quot;q&quot;\n</code></pre></div>',
    ],
    ['* a\n\n  second', '<ul>\n<li>\n<p>a</p>\n<p>second</p>\n</li>\n</ul>'],
    ['>', '<p>&gt;</p>'],
    ['text\n> quoted', '<p>text</p>\n<blockquote>\n<p>quoted</p>\n</blockquote>'],
    ['> ```x\n', '<blockquote>\n<p>```x</p>\n</blockquote>'],
    [
      '| a |\n|---|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'a | b\n:-: | -\n`x|y` | 2 | 3\nz',
      '<table>\n<thead>\n<tr>\n<th style="text-align: center;">a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n' +
        '<td style="text-align: center;"><code>x|y</code></td>\n<td>2</td>\n</tr>\n<tr>\n' +
        '<td style="text-align: center;">z</td>\n<td></td>\n</tr>\n</tbody>\n</table>',
    ],
    ['text\n| a | b |\n|---|---|', '<p>text<br>\n| a | b |<br>\n|---|---|</p>'],
  ])('renders the blocks of %j', (input, expected) => {
    expect(html(input)).toBe(expected);
  });

  it.each([
    ['```\n```', ''],
    [
      '```py\na\n',
      '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="n">a</span>\n</code></pre></div>',
    ],
    [
      '```JS\n"a"\n```',
      '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="s2">"a"</span>\n</code></pre></div>',
    ],
    [
      '```quote\n```go\nx\n```\n```\nafter',
      '<blockquote>\n<div class="codehilite" data-code-language="Go"><pre><span></span><code><span class="n">x</span>\n</code></pre></div>\n' +
        '</blockquote>\n<p>after</p>',
    ],
    [
      '```spoiler\n@**Ada Byron**\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n' +
        '<p><span class="user-mention" data-user-id="31">@Ada Byron</span></p>\n</div></div>',
    ],
    [
      '```math\n\\frac{<\n\n}\n```',
      '<p><span class="tex-error">\\frac{&lt;</span>\n\n<span class="tex-error">}</span></p>',
    ],
    [' ```\nx', '<p>```<br>\nx</p>'],
    ['$$\\frac{$$ a$$b$$c', '<p><span class="tex-error">$$\\frac{$$</span> a$$b$$c</p>'],
    ['\\`a', '<p>\\`a</p>'],
    ['\\\\`b`', '<p>\\<code>b</code></p>'],
  ])('renders the code of %j', (input, expected) => {
    expect(html(input)).toBe(expected);
  });

  it.each([
    [
      '@*oncall* @_*oncall* @*former* @*nogroup*',
      '<p><span class="user-group-mention" data-user-group-id="17">@oncall</span> <span class="user-group-mention silent" data-user-group-id="17">oncall</span> <span class="user-group-mention silent" data-user-group-id="18">former</span> @<em>nogroup</em></p>',
    ],
    [
      '@_*role:administrators*',
      '<p><span class="user-group-mention silent" data-user-group-id="4">Administrators</span></p>',
    ],
    [
      '@**|31** @**ada byron|31** @**A & <b>**',
      '<p><span class="user-mention" data-user-id="31">@Ada Byron</span> @<strong>ada byron|31</strong> <span class="user-mention" data-user-id="33">@A &amp; &lt;b&gt;</span></p>',
    ],
    [
      '@_**all** **@**Ada Byron****',
      '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span> <strong>@</strong>Ada Byron****</p>',
    ],
    [
      '[hi @**Ada Byron**](https://x.example.net)',
      '<p><a href="https://x.example.net">hi <span class="user-mention" data-user-id="31">@Ada Byron</span></a></p>',
    ],
    [
      '#**ops>big deploy** #**ops>other**',
      '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-ops/topic/big.20deploy/with/914">#ops &gt; big deploy</a> <a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-ops/topic/other">#ops &gt; other</a></p>',
    ],
    [
      '#**ops>** #**ops>@905**',
      '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-ops/topic//with/914">#ops &gt; <em>general chat</em></a> <a class="message-link" href="/#narrow/channel/5-ops/topic//near/905">#ops &gt; <em>general chat</em> @ 💬</a></p>',
    ],
    [
      '#**dev tools** #**a.b (c)>x/y@1**',
      '<p><a class="stream" data-stream-id="6" href="/#narrow/channel/6-dev-tools">#dev tools</a> <a class="message-link" href="/#narrow/channel/7-a.2Eb-.28c.29/topic/x.2Fy/near/1">#a.b (c) &gt; x/y @ 💬</a></p>',
    ],
    ['<time:nonsense> <time:1772694600>', '<p>&lt;time:nonsense&gt; &lt;time:1772694600&gt;</p>'],
    [
      '👍🏽 ❤️ ❤ © ©️ 🇨🇭 1️⃣',
      '<p>👍🏽 <span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span> ❤ © <span aria-label="copyright" class="emoji emoji-00a9" role="img" title="copyright">:copyright:</span> <span aria-label="flag switzerland" class="emoji emoji-1f1e8-1f1ed" role="img" title="flag switzerland">:flag_switzerland:</span> <span aria-label="one" class="emoji emoji-0031-20e3" role="img" title="one">:one:</span></p>',
    ],
    [
      ':zulip: :love:',
      '<p><img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"> <span aria-label="love" class="emoji emoji-2764" role="img" title="love">:love:</span></p>',
    ],
    [':)', '<p>:)</p>'],
    [
      'zork/ab:5 zork:6 zork',
      '<p><a href="https://zork.example.net/ab?id=5">zork/ab:5</a> <a href="https://zork.example.net?id=6">zork:6</a> zork</p>',
    ],
    ['*#42* `#42` [#42](/x)', '<p><em>#42</em> <code>#42</code> <a href="/x">#42</a></p>'],
  ])('renders the inline rules of %j', (input, expected) => {
    expect(html(input)).toBe(expected);
  });

  it.each([
    ['[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>'],
    ['[a](JaVaScRiPt:alert(1))', '<p>[a](JaVaScRiPt:alert(1))</p>'],
    ['[a](java\tscript:x)', '<p><a href="http://java%20%20%20%20script:x">a</a></p>'],
    ['[a](<x y> "t(")', '<p><a href="http://x%20y" title="t(">a</a></p>'],
    ['[a](x "t) u")', '<p><a href="http://x" title="t) u">a</a></p>'],
    ['[a [b] c](mailto:x@y.z)', '<p><a href="mailto:x@y.z">a [b] c</a></p>'],
    ['[a](x@y.z)', '<p><a href="mailto:x@y.z">a</a></p>'],
    ['[a](https://chat.example.org/#narrow/is/dm)', '<p><a href="#narrow/is/dm">a</a></p>'],
    ['![a](https://x.example.net/i)', '<p>!<a href="https://x.example.net/i">a</a></p>'],
    ['[a](http://x"onclick=y)', '<p><a href="http://x&quot;onclick=y">a</a></p>'],
  ])('sanitises the link %j', (input, expected) => {
    expect(html(input)).toBe(expected);
  });

  it('shows translated emoticons to authors who want them', () => {
    const result = render('ok :) a:)b <3', { ...sampleContext, translateEmoticons: true });
    expect(result.html).toContain('>:slight_smile:</span> a:)b <span aria-label="heart"');
  });

  it('uses the default language of the organization outside of spoilers', () => {
    const context = { ...sampleContext, defaultCodeLanguage: 'py' };
    expect(render('```\nx\n```', context).html).toContain('data-code-language="Python"');
    expect(render('````spoiler\n```\nx\n```\n````', context).html).not.toContain('data-code-language');
  });

  it('reports what was rendered, not what was written', () => {
    const result = render(
      '@**Ada Byron** @_**A & <b>** `@**all**` > x\n\n> @*oncall* @**topic**\n\n@**everyone** [f](/user_uploads/2/ab/f.txt) ' +
        'https://chat.example.org/user_uploads/2/cd/g.txt ![i](/user_uploads/2/ef/i.png) #**ops**',
      sampleContext,
    );
    expect(result).toMatchObject({
      mentionedUserIds: [31],
      mentionedGroupIds: [],
      channelWildcard: true,
      topicWildcard: false,
      hasLink: true,
      isMeMessage: false,
      attachmentPathIds: ['2/ab/f.txt', '2/cd/g.txt', '2/ef/i.png'],
    });
    expect(result.links).toEqual([
      { href: '/user_uploads/2/ab/f.txt', text: 'f' },
      { href: 'user_uploads/2/cd/g.txt', text: 'https://chat.example.org/user_uploads/2/cd/g.txt' },
      { href: '/user_uploads/2/ef/i.png', text: 'i' },
    ]);
    expect(render('#**ops**', sampleContext)).toMatchObject({ hasLink: true, links: [] });
    expect(render('/me waves', sampleContext)).toMatchObject({ isMeMessage: true, html: '<p>/me waves</p>' });
  });

  it('finds alert words outside of fenced code', () => {
    expect(render('we (Deploy) now', sampleContext).alertWordUserIds).toEqual([31, 33]);
    expect(render('```\ndeploy\n```\na `rollback plan`', sampleContext).alertWordUserIds).toEqual([32]);
    expect(render('deploy-er redeploy deploys', sampleContext).alertWordUserIds).toEqual([]);
  });

  it('refuses HTML beyond the limit with the text of the wire', () => {
    const table = `|${'a|'.repeat(1500)}\n|${'-|'.repeat(1500)}\n${'x\n'.repeat(2000)}`;
    expect(tryRender(table, sampleContext)).toEqual({
      ok: false,
      code: 'BAD_REQUEST',
      msg: 'Unable to render message',
    });
  });
});
