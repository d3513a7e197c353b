import { type KeysKey, tk } from '../strings/keys-strings';

const ARROWS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' };
const NAMED = {
  ...{ Escape: 'keyName.Escape', Space: 'keyName.Space', Enter: 'keyName.Enter', End: 'keyName.End' },
  ...{ Home: 'keyName.Home', PageDown: 'keyName.PageDown', PageUp: 'keyName.PageUp' },
  ...{ Shift: 'keyName.Shift', Ctrl: 'keyName.Ctrl', Alt: 'keyName.Alt' },
} as const satisfies Record<string, KeysKey>;

function isNamed(key: string): key is keyof typeof NAMED {
  return key in NAMED;
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** The keys of a chord, as they are written on the keyboard. */
export function namesOfChord(chord: string): readonly string[] {
  return chord.split(/\+(?=.)/).map((key) => {
    if (key === 'Ctrl' && isApple() && chord !== 'Ctrl+[') return '⌘';
    if (isNamed(key)) return tk(NAMED[key]);
    return ARROWS[key] ?? key.toUpperCase();
  });
}
