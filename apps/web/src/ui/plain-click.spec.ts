import { isPlainClick } from './plain-click';

const CLICK = {
  ...{ button: 0, detail: 1, target: undefined },
  ...{ ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
};
const is = (change: Partial<typeof CLICK> = {}, { isTaken = false, hasSelection = false } = {}) =>
  isPlainClick(
    { ...CLICK, ...change },
    () => isTaken,
    () => hasSelection,
  );

describe('a plain press', () => {
  it('is one of the main button, or one that a program makes', () => {
    expect([is(), is({ detail: 0 })]).toEqual([true, true]);
  });

  it.each([
    ['another button', { button: 1 }],
    ['the second of two', { detail: 2 }],
    ['a key held', { ctrlKey: true }],
    ['a key held', { metaKey: true }],
    ['a key held', { shiftKey: true }],
    ['a key held', { altKey: true }],
  ])('is none with %s', (_what, change) => {
    expect(is(change)).toBe(false);
  });

  it('is none on what does something by itself, nor at the end of a selection', () => {
    expect([is({}, { isTaken: true }), is({}, { hasSelection: true })]).toEqual([false, false]);
  });
});
