import { describe, expect, it } from 'vitest';
import { isSendKey } from './keys';

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
