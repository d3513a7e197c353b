/** Input and HTML for the sample organization: the examples of markdown.md. */
export const REFERENCE_EXAMPLES: readonly (readonly [input: string, html: string])[] = [
  [
    'Ship **now**, *maybe* ~~never~~ and _plain_\nnext line\n\nnew paragraph',
    '<p>Ship <strong>now</strong>, <em>maybe</em> <del>never</del> and _plain_<br>\nnext line</p>\n<p>new paragraph</p>',
  ],
  ['6*7*8 ** wide ** *x^y* __init__', '<p>6<em>7</em>8 <strong> wide </strong> *x^y* __init__</p>'],
  [
    '***loud*** **a *b* c** \\*kept\\*',
    '<p><strong><em>loud</em></strong> <strong>a <em>b</em> c</strong> \\<em>kept\\</em></p>',
  ],
  ['before\n## Plan ##\n#tag\n---\nafter', '<p>before</p>\n<h2>Plan</h2>\n<p>#tag</p>\n<hr>\n<p>after</p>'],
  ['2 < 3 && 4 > 1 &hearts; <b>raw</b> "q"', '<p>2 &lt; 3 &amp;&amp; 4 &gt; 1 &hearts; &lt;b&gt;raw&lt;/b&gt; "q"</p>'],
  ['Tasks\n* alpha\n* beta\ntail', '<p>Tasks</p>\n<ul>\n<li>alpha</li>\n<li>beta<br>\ntail</li>\n</ul>'],
  ['4. four\n4. again', '<ol start="4">\n<li>four</li>\n<li>again</li>\n</ol>'],
  ['+ x\n  - y\n    * z\n+ w', '<ul>\n<li>x<ul>\n<li>y<ul>\n<li>z</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>w</li>\n</ul>'],
  ['- p\n- q\n\n- r', '<ul>\n<li>p</li>\n<li>\n<p>q</p>\n</li>\n<li>\n<p>r</p>\n</li>\n</ul>'],
  ['* pick\n1. first', '<ul>\n<li>pick</li>\n</ul>\n<ol>\n<li>first</li>\n</ol>'],
  [
    '> @**Ada Byron** and @*oncall*\nlazy\n\n> second',
    '<blockquote>\n<p><span class="user-mention silent" data-user-id="31">Ada Byron</span> and <span class="user-group-mention silent" data-user-group-id="17">oncall</span><br>\nlazy</p>\n</blockquote>\n<blockquote>\n<p>second</p>\n</blockquote>',
  ],
  ['> > inner', '<blockquote>\n<blockquote>\n<p>inner</p>\n</blockquote>\n</blockquote>'],
  [
    '| Name | Qty |\n|:-----|----:|\n| nut *x* | 4 |',
    '<table>\n<thead>\n<tr>\n<th style="text-align: left;">Name</th>\n<th style="text-align: right;">Qty</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">nut <em>x</em></td>\n<td style="text-align: right;">4</td>\n</tr>\n</tbody>\n</table>',
  ],
  ['run `a < b` or `` x`y ``', '<p>run <code>a &lt; b</code> or <code> x`y </code></p>'],
  [
    '~~~ py\nn = 2\n~~~',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="n">n</span> <span class="o">=</span> <span class="mi">2</span>\n</code></pre></div>',
  ],
  [
    'go\n```zork\n<tag> ok\n```\ndone',
    '<p>go</p>\n<div class="codehilite" data-code-language="zork"><pre><span></span><code>&lt;tag&gt; ok\n</code></pre></div>\n<p>done</p>',
  ],
  ['````\n```\n````', '<div class="codehilite"><pre><span></span><code>```\n</code></pre></div>'],
  [
    '```quote\nping @**Ada Byron**\n\n* a\n```\nout',
    '<blockquote>\n<p>ping <span class="user-mention silent" data-user-id="31">Ada Byron</span></p>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>\n<p>out</p>',
  ],
  [
    '```spoiler The *end*\nthey **win**\n\nagain\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>The <em>end</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>they <strong>win</strong></p>\n<p>again</p>\n</div></div>',
  ],
  [
    '```spoiler\nquiet\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>quiet</p>\n</div></div>',
  ],
  [
    '[guide](https://example.net/a_(b)) [](example.net/x) [up](/help) [here](#narrow/is/dm)',
    '<p><a href="https://example.net/a_(b)">guide</a> <a href="http://example.net/x">http://example.net/x</a> <a href="/help">up</a> <a href="#narrow/is/dm">here</a></p>',
  ],
  [
    '[run](javascript:go) [**b** `c`](https://example.net "T")',
    '<p>[run](javascript:go) <a href="https://example.net" title="T">**b** <code>c</code></a></p>',
  ],
  [
    'ask ada@example.net, see (https://example.net/w?a=1&b=2). notes.md example.net/p!',
    '<p>ask <a href="mailto:ada@example.net">ada@example.net</a>, see (<a href="https://example.net/w?a=1&amp;b=2">https://example.net/w?a=1&amp;b=2</a>). notes.md <a href="http://example.net/p">example.net/p</a>!</p>',
  ],
  [
    '**https://example.net** <example.net>',
    '<p><strong>https://example.net</strong> &lt;<a href="http://example.net">example.net</a>&gt;</p>',
  ],
  [
    'go :rocket: :party_cat: :no_such_thing: 🎉 ↔',
    '<p>go <span aria-label="rocket" class="emoji emoji-1f680" role="img" title="rocket">:rocket:</span> <img alt=":party_cat:" class="emoji" src="/user_avatars/2/emoji/images/77.png" title="party cat"> :no_such_thing: <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> ↔</p>',
  ],
  [
    'hi @**ada byron** (@_**Ada Byron|31**) @**Bo Li** @**Ada Byron|32** x@**all**',
    '<p>hi <span class="user-mention" data-user-id="31">@Ada Byron</span> (<span class="user-mention silent" data-user-id="31">Ada Byron</span>) <span class="user-mention silent" data-user-id="32">Bo Li</span> @<strong>Ada Byron|32</strong> x@<strong>all</strong></p>',
  ],
  [
    '@**everyone** @**topic** @_**topic** `@**all**`',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span> <span class="topic-mention">@topic</span> <span class="topic-mention silent">topic</span> <code>@**all**</code></p>',
  ],
  [
    'see #**ops** or #**nochan**',
    '<p>see <a class="stream" data-stream-id="5" href="/#narrow/channel/5-ops">#ops</a> or #<strong>nochan</strong></p>',
  ],
  [
    'at <time:2026-03-05T09:30:00+02:00>',
    '<p>at <time datetime="2026-03-05T07:30:00Z">2026-03-05T09:30:00+02:00</time></p>',
  ],
  [
    'fix #42, (#7) x#9 #8b',
    '<p>fix <a href="https://bugs.example.net/42">#42</a>, (<a href="https://bugs.example.net/7">#7</a>) x#9 #8b</p>',
  ],
  [
    '[plan](/user_uploads/2/ab/plan.txt) [cat](https://pics.example.net/c.JPG)',
    '<p><a href="/user_uploads/2/ab/plan.txt">plan</a> <a href="https://pics.example.net/c.JPG">cat</a></p>\n<div class="message_inline_image"><a href="https://pics.example.net/c.JPG" title="cat"><img src="https://pics.example.net/c.JPG"></a></div>',
  ],
  [
    'https://pics.example.net/d.webp',
    '<div class="message_inline_image"><a href="https://pics.example.net/d.webp"><img src="https://pics.example.net/d.webp"></a></div>',
  ],
];
