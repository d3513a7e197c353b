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
