/** Pixels, but for `em`: pixels of the message's font size. */
interface Measures {
  readonly height: number;
  readonly windowHeight: number;
  readonly em: number;
}

/** No message is cut that is shorter than this, in em. */
const LEAST_EM = 35;
/** What is read already may take this part of the window. */
const PART_OF_WINDOW = 0.65;
/** What is unread may take all of it but for this, in em. */
const ROOM_EM = 12;

/** Whether only the beginning of a message is shown (web.md 5.2). */
export function isTooLong({ height, windowHeight, em }: Measures, isUnread: boolean): boolean {
  const room = isUnread ? windowHeight - ROOM_EM * em : windowHeight * PART_OF_WINDOW;
  return height > Math.max(room, LEAST_EM * em);
}

/** Characters of HTML that are few lines however narrow the window is, and elements that begin lines. */
const FEW_CHARACTERS = 300;
const FEW_LINES = 6;
/** Elements that may be high although little is written of them. */
const HIGH = /<(?:img|video|audio|table|pre|div|math|svg|h[1-6])\b|class="katex/;

/** Whether no window can be so low that only the beginning of a message is shown: nothing has to be measured then. */
export function isSurelyShort(html: string): boolean {
  if (html.length > FEW_CHARACTERS || HIGH.test(html)) return false;
  return (html.match(/<(?:p|br|li|blockquote|hr)\b/g)?.length ?? 0) <= FEW_LINES;
}
