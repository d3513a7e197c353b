/** What of a keyboard event says whether it sends. */
export type SendKeyPress = Pick<
  globalThis.KeyboardEvent,
  'key' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'
>;

/** Whether a key press sends: by Enter where the setting says so, by Ctrl or Cmd and Enter otherwise (web-details.md D.4). */
export function isSendKey(
  event: SendKeyPress,
  enterSends: boolean,
  isTouch = matchMedia('(pointer: coarse)').matches,
): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.shiftKey) return false;
  const isCommanded = event.ctrlKey || event.metaKey || event.altKey;
  // A keyboard on the screen has no other way to begin a line.
  if (isTouch) return isCommanded && !enterSends;
  return isCommanded !== enterSends;
}

/**
 * Whether a key press begins a line that goes on with the list before it: Enter, or Enter with Shift where Enter alone
 * sends. With Shift where it need not be, the line begins anew.
 */
export function breaksLine(event: SendKeyPress, sends: (event: SendKeyPress) => boolean): boolean {
  if (event.key !== 'Enter' || event.isComposing || sends(event)) return false;
  const alone = { ...NO_MODIFIERS, key: 'Enter', isComposing: false };
  return !event.shiftKey || sends(alone);
}

const NO_MODIFIERS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false } as const;
