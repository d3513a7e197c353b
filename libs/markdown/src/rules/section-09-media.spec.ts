import type { RenderUpload } from '../context';
import { html, itFollows, link, rendered } from './rule-html';

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
    ['is text whose address links', `![a](${SITE}/x)`, `<p>![a](${link(`${SITE}/x`)})</p>`],
    ['of an upload too', '![a](/user_uploads/2/ab/f.png)', '<p>![a](/user_uploads/2/ab/f.png)</p>'],
  ]);
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

  it('a bare link has no title; no other type; has_image stays', () => {
    expect(html(`${SITE}/a.mp4`)).not.toContain('title');
    expect(html(`${SITE}/a.mov`)).not.toContain('<video');
    expect(rendered(`${SITE}/a.mp4`).hasImage).toBe(false);
  });
});
