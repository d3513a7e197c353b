import { toSvg } from 'jdenticon';

/** Colours that stand out on white and on black. */
const LIGHTNESS = { color: [0.3, 0.7], grayscale: [0.3, 0.7] };

/**
 * The drawing that stands for a text, as SVG (users.md 1). Clients draw the same from `{realm_uuid}:{user_id}`.
 * @param width in pixels
 */
export function identicon(text: string, width: number): Buffer {
  return Buffer.from(toSvg(text, width, { padding: 0, lightness: LIGHTNESS }));
}
