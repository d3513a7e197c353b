/** Pictures of emoji stand on sheets, in this many columns: tools/emoji-sheets.mjs draws them so, with cells of 40 pixels. */
const COLUMNS = 10;
const PER_SHEET = 100;
const ROWS = PER_SHEET / COLUMNS;

/** Where on which sheet a picture stands. */
export interface EmojiPicture {
  readonly url: string;
  /** As CSS says it for a background that is as many cells large. */
  readonly position: string;
}

/** The picture of the emoji at a place in the order of all; undefined beyond the sheets. */
export function pictureAt(urls: readonly string[], index: number): EmojiPicture | undefined {
  const url = urls[Math.floor(index / PER_SHEET)];
  if (url === undefined || index < 0) return undefined;
  const place = index % PER_SHEET;
  const [column, row] = [place % COLUMNS, Math.floor(place / COLUMNS)];
  return { url, position: `${(column / (COLUMNS - 1)) * 100}% ${(row / (ROWS - 1)) * 100}%` };
}
