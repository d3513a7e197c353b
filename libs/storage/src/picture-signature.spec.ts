import sharp from 'sharp';
import { isPixelPicture } from './picture-signature';

const drawn = sharp({ create: { width: 4, height: 4, channels: 3, background: '#336699' } });

it.each(['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const)('knows %s', async (format) => {
  expect(isPixelPicture(await drawn.clone().toFormat(format).toBuffer())).toBe(true);
});

it.each([
  ['vector graphics', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['vector graphics behind a comment', '<!-- GIF89a --><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['vector graphics behind white space', '\n\t <?xml version="1.0"?><svg/>'],
  ['a document', '%PDF-1.7'],
  ['text', 'GIF'],
  ['nothing', ''],
])('takes %s for none', (_what, content) => {
  expect(isPixelPicture(Buffer.from(content))).toBe(false);
});
