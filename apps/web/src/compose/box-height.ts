import { remembered } from '../client/remembered';

function isHeight(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isFinite(value) && value > 0);
}

/** How high the text in the box is drawn, in pixels, as somebody has dragged it; null while it follows the text. */
export const composeHeight = remembered<number | null>('composeHeight', null, isHeight);

/** One line. */
export const LEAST_HEIGHT = 36;
/** Part of the window that the text may have: the rest stays for what is answered. */
const MOST_OF_WINDOW = 0.7;

export function mostHeight(windowHeight: number): number {
  return Math.max(LEAST_HEIGHT, Math.round(windowHeight * MOST_OF_WINDOW));
}

/** A height in pixels within what fits the window. */
export function fittingHeight(height: number, windowHeight: number): number {
  return Math.round(Math.min(Math.max(height, LEAST_HEIGHT), mostHeight(windowHeight)));
}
