import type { RenderUpload } from '../context';
import { escapeLiteralAttribute } from '../html';
import type { Media } from './media';

/** A link with finished attribute values. */
interface PreviewedLink {
  href: string;
  /** Absent for links whose text is their address. */
  title: string | undefined;
}

/** The thumbnail of an uploaded image; thumbnails are made when they are first asked for, so it always exists. */
function thumbnailHtml(pathId: string, { contentType, image }: RenderUpload): string {
  if (image === null) return '';
  const animated = image.animated ? 'data-animated="true" ' : '';
  const type = `data-original-content-type="${escapeLiteralAttribute(contentType ?? '')}"`;
  const size = `data-original-dimensions="${image.width}x${image.height}"`;
  const name = image.animated ? '840x560-anim.webp' : '840x560.webp';
  return `<img ${animated}${type} ${size} src="/user_uploads/thumbnail/${escapeLiteralAttribute(pathId)}/${name}">`;
}

function block(className: string, attributes: string, content: string): string {
  return `<div class="${className}"><a ${attributes}>${content}</a></div>`;
}

/** The preview of a link (markdown.md 9). */
export function previewHtml(media: Media, { href, title }: PreviewedLink): string {
  const link = `href="${href}"`;
  const titled = title === undefined ? link : `${link} title="${title}"`;
  switch (media.kind) {
    case 'image':
      return block('message_inline_image', titled, `<img src="${escapeLiteralAttribute(media.source)}">`);
    case 'upload':
      return block('message_inline_image', titled, thumbnailHtml(media.pathId, media.upload));
    case 'video': {
      const video = `<video preload="metadata" src="${escapeLiteralAttribute(media.source)}"></video>`;
      return block('message_inline_image message_inline_video', titled, video);
    }
    case 'youtube': {
      const image = `<img src="https://i.ytimg.com/vi/${media.id}/mqdefault.jpg">`;
      return block('youtube-video message_inline_image', `data-id="${media.id}" ${link}`, image);
    }
  }
}
