import { contrastOf, luminanceOf } from '../theme/contrast';

/** The darkest surface of the light theme that icons stand on, and the lightest of the dark one (`theme.css`: `--selected`). */
const DARKEST_LIGHT = luminanceOf('#dfe7fb');
const LIGHTEST_DARK = luminanceOf('#24324f');
/** What icons need (WCAG 2.2, 1.4.11), and a little more for rounding. */
const LEAST = 3.05;
const STEPS = 20;
const BLACK = 0;
const WHITE = 255;

/** The colour, mixed with as little of black or white as it takes to be seen on the surface. */
function seenOn(colour: string, surface: number, towards: typeof BLACK | typeof WHITE): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = parts.map((part) => Math.round(part + ((towards - part) * step) / STEPS));
    const text = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    if (contrastOf(luminanceOf(text), surface) >= LEAST) return text;
  }
  return towards === BLACK ? '#000000' : '#ffffff';
}

const known = new Map<string, string>();

/**
 * What a channel's icon is drawn with, for both themes: the colour that somebody chose may be too pale, or too dark, to be
 * seen (web-details.md L).
 * @returns undefined for none, and for what is no colour
 */
export function channelColour(chosen: string | undefined): string | undefined {
  if (chosen === undefined) return undefined;
  if (/^#[0-9a-f]{3}$/i.test(chosen)) return channelColour(chosen.replace(/[0-9a-f]/gi, '$&$&'));
  if (!/^#[0-9a-f]{6}$/i.test(chosen)) return undefined;
  const colour =
    known.get(chosen) ?? `light-dark(${seenOn(chosen, DARKEST_LIGHT, BLACK)}, ${seenOn(chosen, LIGHTEST_DARK, WHITE)})`;
  known.set(chosen, colour);
  return colour;
}
