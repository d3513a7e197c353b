import { describe, expect, it } from 'vitest';
import { breaksLine, isSendKey } from './keys';

const press = (changes: Partial<Parameters<typeof isSendKey>[0]> = {}) => ({
  key: 'Enter',
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...changes,
});

describe('the key that sends', () => {
  it('is Enter where the setting says so, and Ctrl or Cmd and Enter otherwise', () => {
    expect(isSendKey(press(), true, false)).toBe(true);
    expect(isSendKey(press({ ctrlKey: true }), true, false)).toBe(false);
    expect(isSendKey(press(), false, false)).toBe(false);
    expect(isSendKey(press({ ctrlKey: true }), false, false)).toBe(true);
    expect(isSendKey(press({ metaKey: true }), false, false)).toBe(true);
  });

  it('is never Shift and Enter, nor Enter that ends an input method', () => {
    expect(isSendKey(press({ shiftKey: true }), true, false)).toBe(false);
    expect(isSendKey(press({ isComposing: true }), true, false)).toBe(false);
  });

  it('is no key of a keyboard on the screen', () => {
    expect(isSendKey(press(), true, true)).toBe(false);
  });
});

describe('the key that begins a line, and goes on with a list', () => {
  const breaks = (enterSends: boolean, changes: Parameters<typeof press>[0] = {}) =>
    breaksLine(press(changes), (event) => isSendKey(event, enterSends, false));

  it('is Enter where that does not send; with Shift a line begins anew', () => {
    const found = [breaks(false), breaks(false, { shiftKey: true }), breaks(false, { ctrlKey: true })];
    expect(found).toEqual([true, false, false]);
  });

  it('is Enter with another key where Enter alone sends', () => {
    const modifiers = [{}, { shiftKey: true }, { ctrlKey: true }, { altKey: true }];
    expect(modifiers.map((held) => breaks(true, held))).toEqual([false, true, true, true]);
  });

  it('is none that ends an input method, and no other key', () => {
    expect([breaks(false, { isComposing: true }), breaks(false, { key: 'a' })]).toEqual([false, false]);
  });
});
