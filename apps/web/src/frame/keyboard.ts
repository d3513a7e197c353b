import { useEffect } from 'react';
import { runCommand } from '../client/commands';
import { hasSingleKeys } from '../client/device-choices';
import { type Key, chordOf, keysOf } from '../client/keys';
import { DIALOGS } from '../ui/dialogs-open';

/** Where the focus is, as far as it decides which keys are free. */
export type Place = 'writing' | 'layer' | 'control' | 'page';

const NO_TEXT: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);
const LAYERS = `${DIALOGS}, [role="menu"], [role="listbox"]`;

function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.isContentEditable || target.matches('textarea, select')) return 'writing';
  if (target instanceof HTMLInputElement && !NO_TEXT.has(target.type)) return 'writing';
  if (document.querySelector(LAYERS)) return 'layer';
  return target.closest('a[href], button, input, summary') ? 'control' : 'page';
}

/** A key that types something, with or without shift. */
const CHARACTER = /^(Shift\+)?(.|Space)$/u;

/** What a control does itself when it has the focus. */
const OF_CONTROLS: ReadonlySet<string> = new Set(['Enter', 'Space']);

/** Whether a key acts where the focus is: never while one writes, or while something lies over the view. */
export function isFree(key: Key, chord: string, place: Place, withSingleKeys: boolean): boolean {
  const isCommanded = /^(Ctrl|Alt)\+/.test(chord);
  if (place === 'layer') return false;
  if (place === 'writing') return key.isForWriting === true && isCommanded;
  if (place === 'control' && OF_CONTROLS.has(chord)) return false;
  return isCommanded || withSingleKeys || !CHARACTER.test(chord);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const chord = chordOf(event);
  if (chord === undefined) return;
  const place = placeOf(event.target);
  for (const key of keysOf(chord)) {
    if (!isFree(key, chord, place, hasSingleKeys.get()) || !runCommand(key.command)) continue;
    event.preventDefault();
    return;
  }
}

/** Listens to the keys of `KEYS` as long as the client is on the screen. */
export function useKeyboard(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
