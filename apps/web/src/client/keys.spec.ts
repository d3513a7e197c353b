import { KEYS, chordOf, keysOf, ownCommandOf } from './keys';

const press = (key: string, more: Partial<Parameters<typeof chordOf>[0]> = {}) =>
  chordOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

describe('names of what is pressed (web-details.md H)', () => {
  it.each([
    ['a letter', press('j'), 'j'],
    ['a letter with shift', press('J', { shiftKey: true }), 'Shift+j'],
    ['a letter with caps lock', press('J'), 'j'],
    ['a letter with caps lock and shift', press('j', { shiftKey: true }), 'Shift+j'],
    ['a sign, whatever it takes to type it', press('?', { shiftKey: true }), '?'],
    ['the space bar', press(' ', { shiftKey: true }), 'Shift+Space'],
    ['a named key', press('ArrowDown'), 'ArrowDown'],
    ['Ctrl', press('k', { ctrlKey: true }), 'Ctrl+k'],
    ['Cmd', press('k', { metaKey: true }), 'Ctrl+k'],
    ['Ctrl and [', press('[', { ctrlKey: true }), 'Ctrl+['],
    ['Cmd and [, which is the browser’s', press('[', { metaKey: true }), '['],
    ['Alt', press('ArrowLeft', { altKey: true }), 'Alt+ArrowLeft'],
    ['a Cyrillic letter, by its place', press('о', { code: 'KeyJ' }), 'j'],
    ['a sign of AltGr', press('@', { ctrlKey: true, altKey: true, getModifierState: () => true }), '@'],
    ['a sign of Option', press('@', { altKey: true }), '@'],
  ])('%s', (_what, chord, expected) => {
    expect(chord).toBe(expected);
  });

  it('are none while only modifiers are held', () => {
    expect(press('Shift', { shiftKey: true })).toBeUndefined();
  });
});

describe('the list of keys', () => {
  it('gives each chord to one command', () => {
    const chords = KEYS.flatMap(({ chords: own }) => [...own]);
    expect(chords.filter((chord, position) => chords.indexOf(chord) !== position)).toEqual([]);
  });

  it('says what a press means to the box for writing, on every layout', () => {
    const held = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    expect(ownCommandOf({ ...held, key: 'b', ctrlKey: true })).toBe('formatBold');
    expect(ownCommandOf({ ...held, key: 'L', metaKey: true, shiftKey: true })).toBe('formatLink');
    expect(ownCommandOf({ ...held, key: 'π', code: 'KeyP', altKey: true })).toBe('preview');
    expect(ownCommandOf({ ...held, key: 'b' })).toBeUndefined();
    expect(ownCommandOf({ ...held, key: 'k', ctrlKey: true })).toBeUndefined();
    expect(ownCommandOf({ ...held, key: 'Shift', shiftKey: true })).toBeUndefined();
  });

  it('leaves to the browser what is the browser’s', () => {
    expect(keysOf('Alt+ArrowLeft')).toEqual([]);
    expect(keysOf('j').map(({ command }) => command)).toEqual(['nextMessage']);
  });
});
