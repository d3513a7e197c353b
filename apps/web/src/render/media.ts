import { t } from '../strings/strings';
import { isOwnAddress } from '../ui/own-address';
import type { RenderFacts } from './facts';

/** Height of a preview, in em of the message; small pictures keep their size (web.md 5.4). */
const PREVIEW_EM = 10;
const PIXELS_PER_EM = 16;
const WIDEST_EM = 24;
const NARROWEST_RATIO = 0.4;

interface Size {
  width: number;
  height: number;
}

function originalSize(image: Element): Size | undefined {
  const match = /^(\d+)x(\d+)$/.exec(image.getAttribute('data-original-dimensions') ?? '');
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** Reserves the place of a picture before it is there, so that nothing moves when it comes. */
function reserve(image: HTMLImageElement): void {
  const size = originalSize(image) ?? { width: 4, height: 3 };
  const ratio = size.width / size.height;
  const heightEm = Math.min(PREVIEW_EM, size.height / PIXELS_PER_EM);
  const isExtreme = ratio <= NARROWEST_RATIO || ratio >= 1 / NARROWEST_RATIO;
  const widthEm = Math.min(WIDEST_EM, heightEm * (isExtreme && ratio < 1 ? NARROWEST_RATIO : ratio));
  image.style.blockSize = `${heightEm}em`;
  image.style.inlineSize = `${widthEm}em`;
  image.classList.add(isExtreme ? 'is-letterboxed' : 'is-cropped');
}

function bestSource(image: Element, { thumbnail, animatesImages }: RenderFacts): string | undefined {
  const source = image.getAttribute('src') ?? '';
  if (!thumbnail || !source.startsWith('/user_uploads/thumbnail/')) return undefined;
  const isAnimated = image.getAttribute('data-animated') === 'true' && animatesImages === 'always';
  return source.replace(/[^/]*$/, isAnimated ? thumbnail.animated : thumbnail.still);
}

/** Lets a picture move while it is pointed at or has the focus, where the reader wants that and does not avoid motion. */
export function setMoving(image: Element, isMoving: boolean, { thumbnail, animatesImages }: RenderFacts): void {
  if (!thumbnail || animatesImages !== 'on_hover' || image.getAttribute('data-animated') !== 'true') return;
  if (isMoving && matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const source = image.getAttribute('src') ?? '';
  image.setAttribute('src', source.replace(/[^/]*$/, isMoving ? thumbnail.animated : thumbnail.still));
}

/** Pictures inside of a text lead to the file, as previews do. */
function linkAround(image: HTMLImageElement): HTMLAnchorElement | undefined {
  const address = image.dataset.originalSrc;
  if (address === undefined || !isOwnAddress(address)) return undefined;
  const link = document.createElement('a');
  link.href = address;
  image.replaceWith(link);
  link.append(image);
  return link;
}

function decorateImages(root: DocumentFragment, facts: RenderFacts): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('.message_inline_image img, img.inline-image')) {
    image.loading = 'lazy';
    image.decoding = 'async';
    reserve(image);
    const source = bestSource(image, facts);
    if (source !== undefined) image.setAttribute('src', source);
    if (!image.alt) image.alt = image.closest('a')?.getAttribute('title') ?? t('message.picture');
    const link = image.closest('a') ?? linkAround(image);
    if (link) link.dataset.action = 'open-media';
  }
}

/** Says in the picture's place that it could not be loaded; pressing it tries again instead of opening it. */
export function tellFailure(image: HTMLImageElement): void {
  const link = image.closest<HTMLElement>('[data-action="open-media"]');
  if (!link) return;
  link.dataset.action = 'retry-picture';
  const text = document.createElement('span');
  text.className = 'picture-failed';
  text.textContent = t('message.pictureFailed');
  text.style.blockSize = image.style.blockSize;
  text.style.inlineSize = image.style.inlineSize;
  link.append(text);
}

/** Loads a picture that could not be loaded again. @param link of {@link tellFailure} */
export function retryPicture(link: HTMLElement): void {
  const image = link.querySelector('img');
  link.querySelector('.picture-failed')?.remove();
  link.dataset.action = 'open-media';
  // The same address again, which the browser would take for no change.
  const source = image?.getAttribute('src') ?? '';
  image?.removeAttribute('src');
  image?.setAttribute('src', source);
}

/** Makes rows of neighbouring previews wrap as one gallery. */
function gatherGalleries(root: DocumentFragment): void {
  for (const first of root.querySelectorAll('.message_inline_image')) {
    if (first.previousElementSibling?.classList.contains('gallery') || first.closest('.gallery')) continue;
    const gallery = document.createElement('div');
    gallery.className = 'gallery';
    first.before(gallery);
    let next: Element | null = first;
    while (next?.classList.contains('message_inline_image')) {
      const following: Element | null = next.nextElementSibling;
      gallery.append(next);
      next = following;
    }
  }
}

/** Pictures, video and audio in boxes that are there from the start. */
export function decorateMedia(root: DocumentFragment, facts: RenderFacts): void {
  decorateImages(root, facts);
  for (const video of root.querySelectorAll('video')) {
    video.preload = 'metadata';
    video.setAttribute('aria-label', t('message.video'));
    video.controls = true;
  }
  for (const audio of root.querySelectorAll('audio')) {
    audio.controls = true;
    audio.preload = 'metadata';
  }
  gatherGalleries(root);
}
