import { contentHtml } from './content-html';
import { quotedMarkdown } from './content-markdown';

const view = { realmUrl: 'https://acme.example', spoilerHint: 'hidden', formatTime: (ms: number) => `at ${ms}` };
const html = (rendered: string) => contentHtml(rendered, view).replace(/ style="[^"]*"/g, '');

describe('a message in the HTML of a mail', () => {
  it.each([
    ['keeps what it may', '<p>a <em>b</em> <del>c</del><br>d</p>', '<p>a <em>b</em> <del>c</del><br>d</p>'],
    [
      'keeps lists and tables',
      '<ul><li>a</li></ul><table><tr><td>b</td></tr></table>',
      '<ul><li>a</li></ul><table><tr><td>b</td></tr></table>',
    ],
    [
      'makes addresses absolute',
      '<a href="/user_uploads/2/a.png">a</a>',
      '<a href="https://acme.example/user_uploads/2/a.png">a</a>',
    ],
    [
      'keeps addresses of others',
      '<a href="https://x.example/?a=1&amp;b=2">a</a>',
      '<a href="https://x.example/?a=1&#38;b=2">a</a>',
    ],
    ['has no other kinds of addresses', '<a href="javascript:alert(1)">a</a>', 'a'],
    ['drops unknown elements, and keeps what they say', '<video>x</video><iframe src="y">z</iframe>', 'xz'],
    ['drops attributes', '<p onclick="x()" class="y">a</p>', '<p>a</p>'],
    ['drops scripts of a rendering that went wrong', '<script>alert(1)</script>', 'alert(1)'],
    ['shows emoji as characters', '<span class="emoji emoji-1f1e9-1f1ea" role="img">:de:</span>', '🇩🇪'],
    [
      'shows own emoji',
      '<img alt=":yes:" class="emoji" src="/user_avatars/2/emoji/1.png">',
      '<img src="https://acme.example/user_avatars/2/emoji/1.png" alt=":yes:" width="20" height="20">',
    ],
    ['names other images', '<img alt="cat" src="https://x.example/c.png">', 'cat'],
    [
      'leaves previews out',
      '<p>look</p><div class="message_inline_image"><a href="/u"><img src="/t"></a></div>',
      '<p>look</p>',
    ],
    [
      'is a link where it is an image only',
      '<div class="message_inline_image"><a href="/u"><img src="/t"></a></div>',
      '<p><a href="https://acme.example/u">https://acme.example/u</a></p>',
    ],
    [
      'hides what a spoiler hides',
      '<div class="spoiler-block"><div class="spoiler-header"><p>End</p></div><div class="spoiler-content"><p>he dies</p></div></div>',
      '<p>End</p><p><em>hidden</em></p>',
    ],
    [
      'shows formulas as their source',
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span>',
      '<code>x^2</code>',
    ],
    ['shows times as the reader does', '<time datetime="1970-01-01T00:00:01Z">then</time>', 'at 1000'],
    ['marks mentions', '<span class="user-mention" data-user-id="1">@Ada</span>', '<strong>@Ada</strong>'],
  ])('%s', (_name, rendered, expected) => {
    expect(html(rendered)).toBe(expected);
  });

  it('ends at a depth that programs can show', () => {
    const deep = `${'<blockquote>'.repeat(500)}x${'</blockquote>'.repeat(500)}`;
    expect(html(deep).split('<blockquote>').length).toBeLessThan(70);
    expect(html(deep)).toContain('x');
  });
});

describe('a message in the text of a mail', () => {
  it.each([
    ['is quoted', 'a\n\nb', '> a\n>\n> b'],
    ['has addresses for paths', '[f](/user_uploads/2/a.pdf)', '> [f](https://acme.example/user_uploads/2/a.pdf)'],
    ['has the address of an image', '![cat](https://x.example/c.png)', '> https://x.example/c.png'],
    ['hides what a spoiler hides', '```spoiler End\nhe dies\n```\nnext', '> End\n> hidden\n> next'],
    ['hides it also without a header, and in tildes', '~~~~spoiler\nhe ~~~ dies\n~~~\n~~~~\nnext', '> hidden\n> next'],
    ['hides it to the end where it is not closed', '```spoiler End\nhe dies', '> End\n> hidden'],
    ['keeps code', '```js\nspoiler\n```', '> ```js\n> spoiler\n> ```'],
  ])('%s', (_name, content, expected) => {
    expect(quotedMarkdown(content, view.realmUrl, view.spoilerHint)).toBe(expected);
  });

  it('takes no longer for texts that are made to be slow', () => {
    const started = performance.now();
    for (const text of ['![['.repeat(3_000), '![a]('.repeat(2_000), '`'.repeat(9_000), ' '.repeat(9_000)]) {
      quotedMarkdown(text, view.realmUrl, view.spoilerHint);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
