import type { RenderUpload } from '../context';
import { searchText } from '../search-text';
import { html, itFollows, link, list, quote, rendered } from './rule-html';

const SITE = 'https://p.example.net';
const upload = (
  contentType: string,
  width: number,
  height: number,
  animated = false,
): ReadonlyMap<string, RenderUpload> => new Map([['2/ab/f', { contentType, image: { width, height, animated } }]]);
const uploaded = (uploads: ReadonlyMap<string, RenderUpload>): string => html('[x](/user_uploads/2/ab/f)', { uploads });

describe('9.1 which links get a preview', () => {
  it.each([
    ['each distinct address once', `[a](${SITE}/a.png) [b](${SITE}/a.png)`, 1],
    ['24', Array.from({ length: 24 }, (_, index) => `${SITE}/${index}.png`).join(' '), 24],
    ['25', Array.from({ length: 25 }, (_, index) => `${SITE}/${index}.png`).join(' '), 0],
    [
      '25 with other links',
      `${SITE}/a.png ${Array.from({ length: 24 }, (_, index) => `${SITE}/${index}`).join(' ')}`,
      0,
    ],
    [
      'quoted ones do not count',
      `${Array.from({ length: 24 }, (_, index) => `${SITE}/${index}.png`).join(' ')}\n\n> ${SITE}/x.png`,
      24,
    ],
    ['25 times the same', `${SITE}/a.png `.repeat(25), 1],
  ])('%s', (_rule, source, count) => {
    expect(html(source).split('message_inline_image').length - 1).toBe(count);
  });
});

describe('9.2 images', () => {
  it.each(['bmp', 'gif', 'jpe', 'jpeg', 'jpg', 'png', 'webp', 'PNG', 'Jpg'])('external .%s', (extension) => {
    expect(html(`${SITE}/a.${extension}`)).toBe(
      `<div class="message_inline_image"><a href="${SITE}/a.${extension}"><img src="${SITE}/a.${extension}"></a></div>`,
    );
  });

  it.each(['svg', 'tiff', 'heic', 'avif', 'pdf', 'txt', 'pngx'])('not external .%s', (extension) => {
    expect(html(`${SITE}/a.${extension}`)).toBe(`<p>${link(`${SITE}/a.${extension}`)}</p>`);
  });

  it.each(['avif', 'gif', 'heic', 'jpeg', 'png', 'tiff', 'webp'])('uploaded image/%s, whatever its name', (type) => {
    expect(uploaded(upload(`image/${type}`, 1200, 800))).toContain(
      `data-original-content-type="image/${type}" data-original-dimensions="1200x800"`,
    );
  });

  it('animated', () => {
    expect(uploaded(upload('image/gif', 4, 2, true))).toContain(
      '<img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="4x2" src="/user_uploads/thumbnail/2/ab/f/840x560-anim.webp">',
    );
  });

  it.each([
    ['landscape', 'image/tiff', 40, 30, ' data-transcoded-image="4032x3024.webp"'],
    ['portrait', 'image/heic', 30, 40, ' data-transcoded-image="3024x4032.webp"'],
    ['shown by browsers', 'image/png', 40, 30, ''],
  ])('large version, %s', (_rule, type, width, height, attribute) => {
    expect(uploaded(upload(type, width, height))).toContain(
      `data-original-dimensions="${width}x${height}"${attribute} src="/user_uploads/thumbnail/2/ab/f/840x560.webp">`,
    );
  });

  itFollows([
    [
      'not recognised: only the link',
      '[x](/user_uploads/2/ab/broken.png)',
      `<p>${link('/user_uploads/2/ab/broken.png', 'x')}</p>`,
    ],
  ]);
});

describe('9.3 image syntax', () => {
  itFollows([
    ['of another host is a link behind the sign', `![a](${SITE}/x)`, `<p>!${link(`${SITE}/x`, 'a')}</p>`],
    ['with no text too', `![](${SITE}/x)`, `<p>!${link(`${SITE}/x`)}</p>`],
    [
      'of a file that is no image too',
      '![a](/user_uploads/2/ab/no.png)',
      `<p>!${link('/user_uploads/2/ab/no.png', 'a')}</p>`,
    ],
    ['of a refused address is text', '![a](javascript:x)', '<p>![a](javascript:x)</p>'],
    ['in code is code', '`![a](/user_uploads/2/ab/f)`', '<p><code>![a](/user_uploads/2/ab/f)</code></p>'],
  ]);

  const shown = (alternative: string, more = ''): string =>
    `<img alt="${alternative}" class="inline-image" data-original-content-type="image/png" data-original-dimensions="1050x700" data-original-src="/user_uploads/2/ab/f"${more} src="/user_uploads/thumbnail/2/ab/f/840x560.webp">`;
  const image = '![plan](/user_uploads/2/ab/f)';
  const plan = shown('plan');
  itFollows(
    [
      ['of an uploaded image shows it at its place', `before ${image} after`, `<p>before ${plan} after</p>`],
      [
        'with the address of the organization',
        '![plan](https://chat.example.org/user_uploads/2/ab/f)',
        `<p>${plan}</p>`,
      ],
      ['with a title and other parts', '![plan](/user_uploads/2/ab/f?x=1#y "t")', `<p>${plan}</p>`],
      [
        'with what must be escaped',
        '![a "b" & <c>](/user_uploads/2/ab/f)',
        `<p>${shown('a &quot;b&quot; &amp; &lt;c&gt;')}</p>`,
      ],
      ['in a list', `* ${image}`, list('ul', plan)],
      ['in a quote', `> ${image}`, quote(`<p>${plan}</p>`)],
      ['twice in a line', `${image}${image}`, `<p>${plan}${plan}</p>`],
    ],
    { uploads: upload('image/png', 1050, 700) },
  );

  it('in a table', () => {
    expect(html(`a | b\n--- | ---\n${image} | c`, { uploads: upload('image/png', 1050, 700) })).toContain(
      `<td>${plan}</td>`,
    );
  });

  it.each([
    [
      'an animated one',
      'image/gif',
      true,
      'class="inline-image" data-animated="true" data-original',
      '/840x560-anim.webp">',
    ],
    [
      'one that browsers rarely show',
      'image/heic',
      false,
      ' data-transcoded-image="4032x3024.webp" src="',
      '/840x560.webp">',
    ],
  ])('of %s', (_what, type, animated, part, end) => {
    const result = html(image, { uploads: upload(type, 40, 30, animated) });
    expect(result).toContain(part);
    expect(result.endsWith(`${end}</p>`)).toBe(true);
  });

  it.each([true, false])(
    'shows it whatever is said of previews (%s), claims it, and makes no link',
    (hasMediaPreviews) => {
      const result = rendered(image, { uploads: upload('image/png', 1050, 700), hasMediaPreviews });
      expect(result).toMatchObject({
        html: `<p>${plan}</p>`,
        hasImage: true,
        hasLink: false,
        attachmentPathIds: ['2/ab/f'],
      });
    },
  );

  it('leaves the description to searches', () => {
    expect(searchText(`<p>see ${shown('a &quot;plan&quot;')}now</p>`)).toBe('see a "plan" now');
  });
});

describe('9.4 audio', () => {
  it.each('aac flac mpeg mp4 wav x-wav wave vnd.wave webm'.split(' '))('uploaded audio/%s', (type) => {
    const uploads = new Map([['2/ab/f', { contentType: `audio/${type}`, image: null }]]);
    expect(html('![x](/user_uploads/2/ab/f)', { uploads })).toContain(
      '<audio controls preload="metadata" src="/user_uploads/2/ab/f" title="x">',
    );
  });

  it.each(['aac', 'flac', 'mp3', 'm4a', 'wav', 'weba', 'MP3'])('external .%s', (extension) => {
    expect(html(`![](${SITE}/a.${extension})`)).toBe(
      `<p><audio controls data-original-url="${SITE}/a.${extension}" preload="metadata" src="${SITE}/a.${extension}"></audio></p>`,
    );
  });

  it.each(['ogg', 'mid', 'mp4'])('not external .%s', (extension) => {
    expect(html(`![](${SITE}/a.${extension})`)).not.toContain('<audio');
  });
});

describe('9.5 video', () => {
  it.each(['mp4', 'webm'])('.%s, external and uploaded', (extension) => {
    for (const address of [`${SITE}/a.${extension}`, `/user_uploads/2/ab/a.${extension}`]) {
      expect(html(`[x](${address})`)).toBe(
        `<p>${link(address, 'x')}</p>\n<div class="message_inline_image message_inline_video"><a href="${address}" title="x"><video preload="metadata" src="${address}"></video></a></div>`,
      );
    }
  });

  it('level 495: .mov, uploaded', () =>
    expect(html('[x](/user_uploads/2/ab/a.mov)')).toContain(
      '<video preload="metadata" src="/user_uploads/2/ab/a.mov">',
    ));

  it('a bare link has no title; no other type; has_image stays', () => {
    expect(html(`${SITE}/a.mp4`)).not.toContain('title');
    expect(html(`${SITE}/a.mov`)).not.toContain('<video');
    expect(rendered(`${SITE}/a.mp4`).hasImage).toBe(false);
  });
});
