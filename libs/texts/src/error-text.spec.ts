import german from './catalogues/errors.de.json';
import { errorText } from './error-text';

const placeholders = (text: string) => (text.match(/\{\d+\}/g) ?? []).sort();
const SHORTEST_RUNS = 5;
const MOST_MS = 20;

/** The fastest of a few runs: a busy machine makes some of them slow. */
function milliseconds(work: () => void): number {
  const runs = Array.from({ length: SHORTEST_RUNS }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...runs);
}

describe('texts of errors', () => {
  it('are German for Germans, and stay as they are for everybody else', () => {
    expect(errorText('de', "Invalid channel name 'x'")).toBe('Ungültiger Kanalname „x“');
    for (const language of ['en', 'fr', '', '__proto__', 'constructor']) {
      expect(errorText(language, "Invalid channel name 'x'")).toBe("Invalid channel name 'x'");
    }
  });

  it('stay English where the catalogue has none', () => {
    expect(errorText('de', 'Something nobody has translated')).toBe('Something nobody has translated');
    expect(errorText('de', '')).toBe('');
  });

  it.each(Object.entries(german))('%j keeps its values in %j', (english, text) => {
    expect(placeholders(text)).toEqual(placeholders(english));
    expect(text.trim()).not.toBe('');
  });

  it.each(Object.keys(german))('%j is found with values', (english) => {
    const filled = (text: string) => text.replaceAll(/\{(\d+)\}/g, (_all, number: string) => `~${number}~`);
    expect(errorText('de', filled(english))).toBe(filled(german[english as keyof typeof german]));
  });

  it.each([
    ['values without end', `Invalid channel name '${'x'.repeat(1_000_000)}'`],
    ['the pieces of a text over and over', "Channel ' is already present in default channel group '".repeat(70)],
    ['nearly all of a piece over and over', `Channel '${"' is already present in default channel grou".repeat(90)}'`],
    ['quotes alone', "'".repeat(3_999)],
    ['words that begin many texts', 'Invalid '.repeat(490)],
    ['placeholders', '{1}'.repeat(1_300)],
  ])('are found without delay among %s', (_what, text) => {
    expect(milliseconds(() => errorText('de', text))).toBeLessThan(MOST_MS);
  });
});
