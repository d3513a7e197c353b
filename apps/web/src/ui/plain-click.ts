/** What does something by itself when it is pressed, and what text is typed in. */
const CONTROLS =
  'a, button, input, textarea, select, option, label, summary, form, video, audio, iframe, [role="button"]';

interface Click {
  readonly button: number;
  /** How many presses in a row this one is. */
  readonly detail: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly target: unknown;
}

function isOnControl(target: unknown): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

function hasSelectedText(): boolean {
  const selected = document.getSelection();
  return selected !== null && !selected.isCollapsed && selected.toString() !== '';
}

/**
 * Whether what is pressed does nothing by itself: one press of the main button, with no key held, that neither ends a
 * selection nor is one of several.
 */
export function isPlainClick(click: Click, isTaken = isOnControl, hasSelection = hasSelectedText): boolean {
  const hasKey = click.ctrlKey || click.metaKey || click.shiftKey || click.altKey;
  return click.button === 0 && click.detail <= 1 && !hasKey && !isTaken(click.target) && !hasSelection();
}
