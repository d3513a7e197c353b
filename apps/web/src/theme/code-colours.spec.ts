import { readFileSync } from 'node:fs';
import path from 'node:path';

const css = readFileSync(path.join(import.meta.dirname, 'theme.css'), 'utf8');

const [everyday = '', highContrast = ''] = css.split(":root[data-contrast='high']");

/** The light and the dark value of each variable of code. */
function coloursIn(text: string): ReadonlyMap<string, readonly [light: string, dark: string]> {
  const found = text.matchAll(/--(code-[a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('colours of code', () => {
  const [lightSurface, darkSurface] = coloursIn(everyday).get('code-surface') ?? ['', ''];
  const COLOURS = 8;

  it.each([
    ['everyday', everyday, 4.5],
    ['high contrast', highContrast, 7],
  ])('can be read in both themes: %s', (_name, text, least) => {
    const colours = [...coloursIn(text)].filter(([name]) => name !== 'code-surface');
    expect(colours).toHaveLength(COLOURS);
    for (const [name, [light, dark]] of colours) {
      const ratio = Math.min(contrast(light, lightSurface), contrast(dark, darkSurface));
      expect(ratio, name).toBeGreaterThanOrEqual(least);
    }
  });
});
