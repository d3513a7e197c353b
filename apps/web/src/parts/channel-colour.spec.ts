import { CHANNEL_COLORS } from '@stoa/policy';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contrastOf, luminanceOf } from '../theme/contrast';
import { channelColour } from './channel-colour';

const css = readFileSync(path.join(import.meta.dirname, '../theme/theme.css'), 'utf8');
const SURFACES = ['page', 'surface', 'surface-raised', 'surface-sunken', 'hover', 'selected'];

function pairOf(text: string): readonly [light: string, dark: string] {
  const [, light = '', dark = ''] = /light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/.exec(text) ?? [];
  return [light, dark];
}

const surfaces = SURFACES.map((name) => pairOf(new RegExp(`--${name}: [^;]+;`).exec(css)?.[0] ?? ''));

describe('the colour of a channel', () => {
  it.each([...CHANNEL_COLORS, '#000000', '#ffffff', '#FF0000', '#777777'])(
    'can be seen on every surface of both themes: %s',
    (colour) => {
      const [light, dark] = pairOf(channelColour(colour) ?? '');
      for (const [lightSurface, darkSurface] of surfaces) {
        expect(contrastOf(luminanceOf(light), luminanceOf(lightSurface))).toBeGreaterThanOrEqual(3);
        expect(contrastOf(luminanceOf(dark), luminanceOf(darkSurface))).toBeGreaterThanOrEqual(3);
      }
    },
  );

  it('is as it was chosen where that can be seen', () => {
    expect(pairOf(channelColour('#1f5fb0') ?? '')[0]).toBe('#1f5fb0');
    expect(pairOf(channelColour('#fae589') ?? '')[1]).toBe('#fae589');
  });

  it('may be written with three digits, as the service takes it', () => {
    expect(channelColour('#15B')).toBe(channelColour('#1155BB'));
    expect(channelColour('#15B')).toBeDefined();
  });

  it('is none where there is none', () => {
    expect([channelColour(undefined), channelColour('red'), channelColour('')]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});
