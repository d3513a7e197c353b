import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contrastOf, luminanceOf } from './contrast';

const css = readFileSync(path.join(import.meta.dirname, 'theme.css'), 'utf8');

const [everyday = '', highContrast = ''] = css.split(":root[data-contrast='high']");

/** The light and the dark value of each variable of code. */
function coloursIn(text: string): ReadonlyMap<string, readonly [light: string, dark: string]> {
  const found = text.matchAll(/--(code-[a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

function contrast(a: string, b: string): number {
  return contrastOf(luminanceOf(a), luminanceOf(b));
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
