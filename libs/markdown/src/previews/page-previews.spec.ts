import type { PagePreview, RenderContext } from '../context';
import { render } from '../render';
import { sampleContext } from '../sample-context';

const PAGE = 'https://page.example.net/a?b=1&c=2';
const FILM = 'https://youtu.be/ab_c';
const VIMEO = 'https://vimeo.com/123';
const SHARED = 'https://photos.example.net/7';
const PLAYER = 'https://player.example.net/8';

const pages = new Map<string, PagePreview | null>([
  [PAGE, { kind: 'card', title: 'A "B" <c>', description: 'd & e', imageUrl: 'https://i.example.net/"x).png' }],
  [FILM, { kind: 'card', title: 'Clip & co', description: 'x', imageUrl: 'https://i.example.net/y.png' }],
  [VIMEO, { kind: 'video', title: 'Film', imageUrl: 'https://i.example.net/v.png', embedHtml: '<iframe src="v">' }],
  [SHARED, { kind: 'photo', title: 'Sea', imageUrl: 'https://i.example.net/s.png' }],
  [PLAYER, { kind: 'video', title: '', imageUrl: 'https://i.example.net/p.png', embedHtml: '<b>' }],
  ['https://nothing.example.net', null],
]);
const context: RenderContext = { ...sampleContext, hasPagePreviews: true, pagePreviews: pages };
const html = (source: string): string => render(source, context).html;

const HREF = 'https://page.example.net/a?b=1&amp;c=2';
const CARD =
  `<div class="message_embed"><a class="message_embed_image" href="${HREF}" style="background-image: url(&quot;https://i.example.net/\\22 x).png&quot;)"></a>` +
  `<div class="data-container"><div class="message_embed_title"><a href="${HREF}" title="A &quot;B&quot; &lt;c&gt;">A "B" &lt;c&gt;</a></div>` +
  '<div class="message_embed_description">d &amp; e</div></div></div>';
const FILM_IMAGE = `<div class="youtube-video message_inline_image"><a data-id="ab_c" href="${FILM}"><img src="https://i.ytimg.com/vi/ab_c/mqdefault.jpg"></a></div>`;

describe('9.6 page cards', () => {
  it.each([
    [
      'card at the end of the message',
      `see ${PAGE}\n\nmore`,
      `<p>see <a href="${HREF}">${HREF}</a></p>\n<p>more</p>\n${CARD}`,
    ],
    ['card of a named link', `[p](${PAGE})`, `<p><a href="${HREF}">p</a></p>\n${CARD}`],
    [
      'card of a link in a table or list is at the end',
      `* ${PAGE}\n* b`,
      `<ul>\n<li><a href="${HREF}">${HREF}</a></li>\n<li>b</li>\n</ul>\n${CARD}`,
    ],
    ['no card in quotes', `> ${PAGE}`, `<blockquote>\n<p><a href="${HREF}">${HREF}</a></p>\n</blockquote>`],
    [
      'page without anything to show',
      'https://nothing.example.net',
      '<p><a href="https://nothing.example.net">https://nothing.example.net</a></p>',
    ],
    [
      'title of a YouTube film',
      `${FILM} twice`,
      `<p><a href="${FILM}">YouTube - Clip &amp; co</a> twice</p>\n${FILM_IMAGE}`,
    ],
    ['named YouTube link keeps its text', `[clip](${FILM})`, `<p><a href="${FILM}">clip</a></p>\n${FILM_IMAGE}`],
    [
      'title of a Vimeo film, oEmbed video',
      VIMEO,
      `<p><a href="${VIMEO}">Vimeo - Film</a></p>\n<div class="embed-video message_inline_image"><a data-id="&lt;iframe src=&quot;v&quot;&gt;" href="${VIMEO}" title="Film"><img src="https://i.example.net/v.png"></a></div>`,
    ],
    [
      'oEmbed photo',
      `look ${SHARED}`,
      `<p>look <a href="${SHARED}">${SHARED}</a></p>\n<div class="message_inline_image"><a href="${SHARED}" title="Sea"><img src="https://i.example.net/s.png"></a></div>`,
    ],
    [
      'several titles in one text',
      `${FILM} ${VIMEO}`,
      `<p><a href="${FILM}">YouTube - Clip &amp; co</a> <a href="${VIMEO}">Vimeo - Film</a></p>\n${FILM_IMAGE}<div class="embed-video message_inline_image"><a data-id="&lt;iframe src=&quot;v&quot;&gt;" href="${VIMEO}" title="Film"><img src="https://i.example.net/v.png"></a></div>`,
    ],
    [
      'Dropbox file that is no picture',
      'https://www.dropbox.com/scl/fi/a/b.pdf?dl=0',
      '<p><a href="https://www.dropbox.com/scl/fi/a/b.pdf?dl=0">https://www.dropbox.com/scl/fi/a/b.pdf?dl=0</a></p>\n<div class="message_embed"><div class="data-container"><div class="message_embed_title"><a href="https://www.dropbox.com/scl/fi/a/b.pdf?dl=0" title="Dropbox file">Dropbox file</a></div><div class="message_embed_description">Click to open file.</div></div></div>',
    ],
  ])('%s', (_rule, source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it.each(['https://dropbox.com/scl/fo/a', 'https://www.dropbox.com/sc/b'])('Dropbox folder %s', (url) => {
    expect(html(url)).toContain(
      'title="Dropbox folder">Dropbox folder</a></div><div class="message_embed_description">Click to open folder.</div>',
    );
  });

  it('leaves out an empty title or description', () => {
    const page: PagePreview = { kind: 'card', title: '', description: '', imageUrl: 'https://i.example.net/1' };
    const shown = render('https://x.example.net', {
      ...context,
      pagePreviews: new Map([['https://x.example.net', page]]),
    }).html;
    expect(shown).toContain('<div class="data-container"></div></div>');
    expect(html(PLAYER)).not.toContain('title=');
  });

  it('reports what is worth fetching: external pages, once, that no preview shows already', () => {
    const wanted = (source: string, part: Partial<RenderContext> = {}): string[] =>
      render(source, { ...context, pagePreviews: new Map(), ...part }).linksWantingPreview;
    expect(
      wanted(
        `${PAGE} [again](${PAGE}) https://p.example.net/a.png /x https://chat.example.org/help #**ops** ${FILM} [m](mailto:a@b.example)\n\n> https://quoted.example.net`,
      ),
    ).toEqual([PAGE, FILM]);
    expect(wanted(`text\n\n* ${PAGE}`)).toEqual([PAGE]);
    expect(wanted(PAGE, { hasPagePreviews: false })).toEqual([]);
    expect(wanted(PAGE, { pagePreviews: pages })).toEqual([]);
    // Pictures are pages like others where pictures are not shown.
    expect(wanted('https://p.example.net/a.png', { hasMediaPreviews: false })).toEqual(['https://p.example.net/a.png']);
    expect(wanted(Array.from({ length: 25 }, (_, index) => `https://${index}.example.net`).join(' '))).toEqual([]);
  });

  it('counts oEmbed as image, cards not', () => {
    expect(render(SHARED, context).hasImage).toBe(true);
    expect(render(PAGE, context).hasImage).toBe(false);
  });
});

describe('9.7 external-media proxy', () => {
  const proxied = { ...context, mediaProxyKey: 'key' };
  // printf %s URL | openssl dgst -sha1 -hmac key
  const PROXIED =
    '/external_content/9c8e94c1f58ca16ba49f1fffe50e0cb1e47a81de/68747470733a2f2f702e6578616d706c652e6e65742f612e706e67';

  it('signs external media and leaves the link alone', () => {
    expect(render('https://p.example.net/a.png', proxied).html).toBe(
      `<div class="message_inline_image"><a href="https://p.example.net/a.png"><img src="${PROXIED}"></a></div>`,
    );
  });

  it.each([FILM, 'https://p.example.net/a.mp4', '![s](https://p.example.net/a.mp3)', PAGE, SHARED])(
    'signs what %s shows',
    (source) => {
      expect(render(source, proxied).html).toMatch(/(?:src="|url\(&quot;)\/external_content\/[0-9a-f]{40}\/[0-9a-f]+/);
    },
  );

  it.each([
    '[f](/user_uploads/2/ab/f.png)',
    ':party_cat:',
    '![s](/user_uploads/2/ab/s.mp3)',
    'https://chat.example.org/a.png',
  ])('leaves %s alone', (source) => {
    expect(render(source, proxied).html).not.toContain('external_content');
  });
});
