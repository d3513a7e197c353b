/** Whether a key press sends: by Enter where the setting says so, by Ctrl or Cmd and Enter otherwise (web-details.md D.4). */
export function isSendKey(
  event: Pick<globalThis.KeyboardEvent, 'key' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  enterSends: boolean,
  isTouch = matchMedia('(pointer: coarse)').matches,
): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.shiftKey) return false;
  const isCommanded = event.ctrlKey || event.metaKey || event.altKey;
  // A keyboard on the screen has no other way to begin a line.
  if (isTouch) return isCommanded && !enterSends;
  return isCommanded !== enterSends;
}
