import { sanitize } from '../../../render/sanitize';
import type { Message } from '../../../store/message';
import { isOwnAddress } from '../../../ui/own-address';
import { playerOf } from './players';
import { transcodedAddress } from './transcoded';

/** A picture or video of a message, in full. */
export interface Media {
  readonly messageId: number;
  readonly kind: 'picture' | 'video' | 'player';
  readonly url: string;
  /** What is shown in place of the file, where browsers do not show that. */
  readonly shown?: string;
  /** Where another host plays it; asked for when it is looked at. */
  readonly player?: string;
  /** For the strip of small pictures. */
  readonly thumbnail?: string;
  readonly name: string;
}

/** Messages without one of these have no media. */
const HINT = /message_inline_image|inline-image/;
const MEDIA = '.message_inline_image a, img.inline-image';

function nameOf(url: string, title: string | null): string {
  if (title) return title;
  const last = url.split('/').at(-1) ?? url;
  try {
    return decodeURIComponent(last);
  } catch (error) {
    if (error instanceof URIError) return last;
    throw error;
  }
}

function mediaOf(element: Element, messageId: number): Media | undefined {
  const image = element.matches('img') ? element : element.querySelector('img');
  const video = element.querySelector('video');
  const url = element.getAttribute('href') ?? element.getAttribute('data-original-src') ?? element.getAttribute('src');
  const player = playerOf(element);
  // Pictures of other hosts, and players that are not known here, are links.
  if (!url || (!player && (!isOwnAddress(url) || element.closest('.youtube-video, .embed-video')))) return undefined;
  const name = nameOf(url, element.getAttribute('title'));
  const thumbnail = image?.getAttribute('src') ?? undefined;
  if (player) return { messageId, kind: 'player', url, player, thumbnail, name: element.getAttribute('title') ?? url };
  const shown = transcodedAddress(thumbnail, image?.getAttribute('data-transcoded-image') ?? null);
  return { messageId, kind: video ? 'video' : 'picture', url, shown, thumbnail, name };
}

/** Pictures and videos of messages, in their order. */
export function mediaIn(messages: readonly Message[]): Media[] {
  return messages
    .filter(({ content }) => HINT.test(content))
    .flatMap(({ id, content }) => {
      const elements = [...sanitize(content).querySelectorAll(MEDIA)];
      return elements.flatMap((element) => mediaOf(element, id) ?? []);
    });
}
