import type { RenderContext, RenderUpload } from '../context';
import { escapeAttribute, escapeLiteralAttribute } from '../html';
import type { Media } from './media';
import { mediaSource } from './media-proxy';

/** What is shown in place, not as a card. */
type ShownMedia = Exclude<Media, { kind: 'card' }>;

/** A link with finished attribute values. */
interface PreviewedLink {
  href: string;
  /** Absent for links whose text is their address. */
  title: string | undefined;
}

/** Types that browsers rarely show. */
const TRANSCODED_TYPES: ReadonlySet<string> = new Set(['image/heic', 'image/tiff']);

interface ThumbnailAttributes {
  animated: string;
  original: string;
  transcoded: string;
  source: string;
}

/** Of the thumbnail of an uploaded image; thumbnails are made when they are first asked for, so it always exists. */
function thumbnailAttributes(
  pathId: string,
  contentType: string,
  image: NonNullable<RenderUpload['image']>,
): ThumbnailAttributes {
  const name = image.animated ? '840x560-anim.webp' : '840x560.webp';
  const large = image.height > image.width ? '3024x4032.webp' : '4032x3024.webp';
  return {
    animated: image.animated ? 'data-animated="true" ' : '',
    original: `data-original-content-type="${escapeLiteralAttribute(contentType)}" data-original-dimensions="${image.width}x${image.height}"`,
    transcoded: TRANSCODED_TYPES.has(contentType) ? ` data-transcoded-image="${large}"` : '',
    source: `src="/user_uploads/thumbnail/${escapeLiteralAttribute(pathId)}/${name}"`,
  };
}

/** In a preview. */
function thumbnailHtml(pathId: string, { contentType, image }: RenderUpload): string {
  if (image === null) return '';
  const { animated, original, transcoded, source } = thumbnailAttributes(pathId, contentType ?? '', image);
  return `<img ${animated}${original}${transcoded} ${source}>`;
}

/**
 * An uploaded image at its place in the text (markdown.md 9.3); null for files that were not recognised as images.
 * @param alternative not escaped
 */
export function inlineImageHtml(pathId: string, alternative: string, upload: RenderUpload): string | null {
  const { contentType, image } = upload;
  if (image === null) return null;
  const { animated, original, transcoded, source } = thumbnailAttributes(pathId, contentType ?? '', image);
  const address = `data-original-src="/user_uploads/${escapeLiteralAttribute(pathId)}"`;
  return `<img alt="${escapeAttribute(alternative)}" class="inline-image" ${animated}${original} ${address}${transcoded} ${source}>`;
}

/** A preview around its link; `attributes` are finished. */
export function previewBlock(className: string, attributes: string, content: string): string {
  return `<div class="${className}"><a ${attributes}>${content}</a></div>`;
}

/** The preview of a link (markdown.md 9). */
export function previewHtml(media: ShownMedia, { href, title }: PreviewedLink, context: RenderContext): string {
  const link = `href="${href}"`;
  const titled = title === undefined ? link : `${link} title="${title}"`;
  switch (media.kind) {
    case 'image':
      return previewBlock(
        'message_inline_image',
        titled,
        `<img src="${escapeLiteralAttribute(mediaSource(media.source, context))}">`,
      );
    case 'upload':
      return previewBlock('message_inline_image', titled, thumbnailHtml(media.pathId, media.upload));
    case 'video': {
      const video = `<video preload="metadata" src="${escapeLiteralAttribute(mediaSource(media.source, context))}"></video>`;
      return previewBlock('message_inline_image message_inline_video', titled, video);
    }
    case 'youtube': {
      const source = mediaSource(`https://i.ytimg.com/vi/${media.id}/mqdefault.jpg`, context);
      const image = `<img src="${source}">`;
      return previewBlock('youtube-video message_inline_image', `data-id="${media.id}" ${link}`, image);
    }
  }
}
