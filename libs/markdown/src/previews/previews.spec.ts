import { render } from '../render';
import { sampleContext } from '../sample-context';

const html = (source: string): string => render(source, sampleContext).html;
const external = (url: string, title?: string): string =>
  `<div class="message_inline_image"><a href="${url}"${title === undefined ? '' : ` title="${title}"`}><img src="${url}"></a></div>`;
const A = 'https://p.example.net/a.png';
const B = 'https://p.example.net/b.gif';
const link = (url: string, text = url): string => `<a href="${url}">${text}</a>`;
const THUMBNAIL =
  '<img data-original-content-type="image/png" data-original-dimensions="1200x800" src="/user_uploads/thumbnail/2/ab/f.png/840x560.webp">';

describe('previews of links', () => {
  it.each([
    [`see ${A}`, `<p>see ${link(A)}</p>\n${external(A)}`],
    [`${A} ${B} ${A}`, `<p>${link(A)} ${link(B)} ${link(A)}</p>\n${external(A)}${external(B)}`],
    [`one\n\n${A}\n\ntwo`, `<p>one</p>\n${external(A)}<p>two</p>`],
    [`one ${A}\n\ntwo`, `<p>one ${link(A)}</p>\n${external(A)}<p>two</p>`],
    [`* ${A}`, `<ul>\n<li>${external(A)}</li>\n</ul>`],
    [`* x ${A}\n* y`, `<ul>\n<li>x ${link(A)}${external(A)}</li>\n<li>y</li>\n</ul>`],
    [`* p\n\n* ${A}`, `<ul>\n<li>\n<p>p</p>\n</li>\n<li>\n${external(A)}</li>\n</ul>`],
    [`# ${A}\ntext`, `<h1>${link(A)}</h1>\n<p>text</p>\n${external(A)}`],
    [`**[x](${A})**`, `<p><strong>${link(A, 'x')}</strong></p>\n${external(A, 'x')}`],
    [`> ${A}`, `<blockquote>\n<p>${link(A)}</p>\n</blockquote>`],
    [
      `\`\`\`spoiler\nsee ${A}\n\`\`\``,
      `<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>see ${link(A)}</p>\n${external(A)}</div></div>`,
    ],
    [`\`${A}\``, `<p><code>${A}</code></p>`],
    ['[a "q"](https://p.example.net/a.png)', `<p>${link(A, 'a "q"')}</p>\n${external(A, 'a &quot;q&quot;')}`],
  ])('places them: %j', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it('shows none when there are more than 24 distinct links', () => {
    const links = (count: number): string =>
      Array.from({ length: count }, (_, index) => `https://p.example.net/${index}.png`).join(' ');
    expect(html(links(24)).split('message_inline_image').length - 1).toBe(24);
    expect(html(links(25))).not.toContain('message_inline_image');
  });

  it.each([
    [
      '[cat](/user_uploads/2/ab/f.png)',
      `<p><a href="/user_uploads/2/ab/f.png">cat</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/f.png" title="cat">${THUMBNAIL}</a></div>`,
    ],
    [
      '[](/user_uploads/2/ab/f.png)',
      `<div class="message_inline_image"><a href="/user_uploads/2/ab/f.png">${THUMBNAIL}</a></div>`,
    ],
    [
      '[](/user_uploads/2/ab/moving.gif)',
      '<div class="message_inline_image"><a href="/user_uploads/2/ab/moving.gif"><img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="20x10" src="/user_uploads/thumbnail/2/ab/moving.gif/840x560-anim.webp"></a></div>',
    ],
    ['[x](/user_uploads/2/ab/broken.png)', '<p><a href="/user_uploads/2/ab/broken.png">x</a></p>'],
    ['[x](/user_uploads/2/ab/unknown.png)', '<p><a href="/user_uploads/2/ab/unknown.png">x</a></p>'],
    [
      '[v](/user_uploads/2/ab/clip.mp4)',
      '<p><a href="/user_uploads/2/ab/clip.mp4">v</a></p>\n<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/clip.mp4" title="v"><video preload="metadata" src="/user_uploads/2/ab/clip.mp4"></video></a></div>',
    ],
  ])('shows uploads: %j', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it.each([
    'https://www.youtube.com/watch?v=ab_C-1&t=3',
    'https://youtube.com/watch_popup?v=ab_C-1',
    'https://m.youtube.com/watch_videos?video_ids=ab_C-1,x',
    'https://youtube-nocookie.com/embed/ab_C-1',
    'https://www.youtube-nocookie.com/v/ab_C-1',
    'https://youtube.com/shorts/ab_C-1',
    'https://youtu.be/ab_C-1',
  ])('shows the video of %s and keeps its link', (url) => {
    const href = url.replace('&', '&amp;');
    expect(render(url, sampleContext)).toMatchObject({
      html: `<p>${link(href)}</p>\n<div class="youtube-video message_inline_image"><a data-id="ab_C-1" href="${href}"><img src="https://i.ytimg.com/vi/ab_C-1/mqdefault.jpg"></a></div>`,
      hasImage: true,
    });
  });

  it.each([
    ['https://github.com/o/r/blob/main/i.png', 'https://raw.githubusercontent.com/o/r/main/i.png'],
    ['https://en.wikipedia.org/wiki/File:X.jpg', 'https://en.wikipedia.org/wiki/Special:FilePath/File:X.jpg'],
    ['https://www.dropbox.com/scl/fi/1/i.png?rlkey=2&dl=0', 'https://www.dropbox.com/scl/fi/1/i.png?rlkey=2&amp;raw=1'],
    ['https://p.example.net/I.PNG?x=.txt', 'https://p.example.net/I.PNG?x=.txt'],
  ])('loads the picture of %s from %s', (url, source) => {
    expect(html(url)).toContain(`<img src="${source}">`);
  });

  it.each([
    'https://pasteboard.co/a.png',
    'https://p.example.net/a.svg',
    'https://p.example.net/?a.png',
    'mailto:a@b.png',
    'https://youtube.com/watch?v=a"b',
    'https://youtube.com.evil.example/watch?v=ab',
    'https://vimeo.com/1',
  ])('shows nothing for %s', (url) => {
    expect(html(`[x](${url})`)).not.toContain('<div');
  });

  it('does not depend on the address of the organization', () => {
    expect(render(A, { ...sampleContext, realmUrl: 'http://org.127.0.0.1:9991' }).html).toBe(external(A));
  });

  it('tells films from images', () => {
    expect(render('https://p.example.net/a.webm', sampleContext)).toMatchObject({ hasImage: false, hasLink: true });
    expect(render(A, sampleContext)).toMatchObject({ hasImage: true, hasLink: true, links: [{ href: A, text: A }] });
  });

  it('shows none where the organization wants none', () => {
    const result = render(A, { ...sampleContext, hasMediaPreviews: false });
    expect(result).toMatchObject({ html: `<p>${link(A)}</p>`, hasImage: false });
  });
});

describe('sounds', () => {
  it.each([
    [
      '![song](/user_uploads/2/ab/s.mp3)',
      '<audio controls preload="metadata" src="/user_uploads/2/ab/s.mp3" title="song"></audio>',
    ],
    ['![](/user_uploads/2/ab/s.mp3)', '<audio controls preload="metadata" src="/user_uploads/2/ab/s.mp3"></audio>'],
    [
      '![a "b"](https://p.example.net/x.flac)',
      '<audio controls data-original-url="https://p.example.net/x.flac" preload="metadata" src="https://p.example.net/x.flac" title="a &quot;b&quot;"></audio>',
    ],
    ['[x](https://p.example.net/x.mp3)', '<a href="https://p.example.net/x.mp3">x</a>'],
  ])('%j', (source, expected) => {
    expect(html(source)).toBe(`<p>${expected}</p>`);
  });

  it('claims the file that it plays', () => {
    expect(render('![x](/user_uploads/2/ab/s.mp3)', sampleContext)).toMatchObject({
      attachmentPathIds: ['2/ab/s.mp3'],
      hasLink: false,
    });
  });
});
