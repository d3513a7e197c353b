/** A rectangle: pixels of a picture, or percents of its sides. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is shown is smaller; a larger picture would only take longer on its way. */
const LONGEST_SIDE = 1000;

/**
 * The largest area of an aspect (width by height) in the middle of a picture, in percents of its sides; without an
 * aspect all of it.
 */
export function middleOf({ width, height }: Size, aspect: number | undefined): Area {
  if (aspect === undefined) return { x: 0, y: 0, width: 100, height: 100 };
  const across = Math.min(100, (height * aspect * 100) / width);
  const down = Math.min(100, (width * 100) / (height * aspect));
  return { x: (100 - across) / 2, y: (100 - down) / 2, width: across, height: down };
}

/**
 * What of a picture is drawn, in its own pixels, and how large the result is.
 * @param chosen in percents of the picture's sides
 */
export function cutOf({ width, height }: Size, chosen: Area): { source: Area; size: Size } {
  const source = {
    x: (chosen.x * width) / 100,
    y: (chosen.y * height) / 100,
    width: Math.max(1, (chosen.width * width) / 100),
    height: Math.max(1, (chosen.height * height) / 100),
  };
  const scale = Math.min(1, LONGEST_SIDE / Math.max(source.width, source.height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { source, size: { width: scaled(source.width), height: scaled(source.height) } };
}

/** Pictures that stay what they are when they are drawn anew; others may move, or are nothing that a browser knows. */
const STILL: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** Whether a part of the file can be chosen without losing that it moves. */
export function canBeCut({ type }: { type: string }): boolean {
  return STILL.includes(type);
}
