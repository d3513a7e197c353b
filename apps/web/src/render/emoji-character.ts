import type { FindEmojiPicture } from './facts';

const CODE = /(?:^|\s)emoji-([0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*)(?:\s|$)/;
const LAST_CODE_POINT = 0x10_ff_ff;

/** The code of the API that an emoji's element has in its class; undefined if it has none. */
function emojiCode(element: Element): string | undefined {
  return CODE.exec(element.className)?.[1];
}

/** The character that an emoji's element stands for; undefined if its class names none. */
export function emojiCharacter(element: Element): string | undefined {
  const points = emojiCode(element)
    ?.split('-')
    .map((part) => Number.parseInt(part, 16));
  return points?.every((point) => point <= LAST_CODE_POINT) ? String.fromCodePoint(...points) : undefined;
}

/** Draws pictures over the characters, which stay to be copied. */
export function drawEmoji(root: ParentNode, find: FindEmojiPicture): void {
  for (const emoji of root.querySelectorAll<HTMLElement>('span.emoji')) {
    const code = emojiCode(emoji);
    const picture = code === undefined ? undefined : find(code);
    if (!picture) continue;
    emoji.classList.add('emoji-drawn');
    emoji.style.backgroundImage = `url("${picture.url}")`;
    emoji.style.backgroundPosition = picture.position;
  }
}
