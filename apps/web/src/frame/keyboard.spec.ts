import { type Key, keysOf } from '../client/keys';
import { type Place, isFree } from './keyboard';

function free(chord: string, place: Place, withSingleKeys = true): boolean {
  const key: Key | undefined = keysOf(chord)[0];
  if (!key) throw new Error(`there is no key ${chord}`);
  return isFree(key, chord, place, withSingleKeys);
}

describe('keys that are free (web-details.md H)', () => {
  it('are all of them on the page', () => {
    expect(['j', 'Enter', 'Ctrl+k', 'Escape', 'Shift+n'].map((chord) => free(chord, 'page'))).not.toContain(false);
  });

  it('are none while one writes, but for those that are meant for it', () => {
    expect(['j', 'Enter', '?', 'ArrowUp', 'Escape', 'Ctrl+s'].map((chord) => free(chord, 'writing'))).not.toContain(
      true,
    );
    expect(free('Ctrl+k', 'writing')).toBe(true);
  });

  it('are none under a dialog or a menu', () => {
    expect(['j', 'Ctrl+k', 'Escape'].map((chord) => free(chord, 'layer'))).not.toContain(true);
  });

  it('leave Enter and space to the control that has the focus', () => {
    expect([free('Enter', 'control'), free('Space', 'control'), free('j', 'control')]).toEqual([false, false, true]);
  });

  it('are those with Ctrl or a name when single characters are switched off', () => {
    expect(['j', '?', 'Shift+n', 'Space'].map((chord) => free(chord, 'page', false))).not.toContain(true);
    expect(['Ctrl+k', 'ArrowDown', 'Escape'].map((chord) => free(chord, 'page', false))).not.toContain(false);
  });
});
