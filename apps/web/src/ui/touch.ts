/** Whether what one points with is a finger: it cannot hover, and keys come on the screen. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
