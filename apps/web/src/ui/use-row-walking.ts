import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { drawAllIn } from './use-growing-limit';

const STEPS: Readonly<Record<string, 'down' | 'up' | 'in' | 'out' | 'first' | 'last'>> = {
  ...{ ArrowDown: 'down', j: 'down', ArrowUp: 'up', k: 'up', Home: 'first', End: 'last' },
  ...{ ArrowRight: 'in', l: 'in', ArrowLeft: 'out', h: 'out' },
};
const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)';

function controlsOf(row: Element): HTMLElement[] {
  const inside = [...row.querySelectorAll<HTMLElement>(CONTROLS)];
  return row.matches(CONTROLS) && row instanceof HTMLElement ? [row, ...inside] : inside;
}

/** The rows of a list that are on the screen: elements marked with `data-row`. */
function rowsOf(list: Element): Element[] {
  return [...list.querySelectorAll('[data-row]')];
}

function focusRow(row: Element | undefined): boolean {
  const control = row && controlsOf(row)[0];
  control?.focus();
  control?.scrollIntoView({ block: 'nearest' });
  return control !== undefined;
}

function focusWithin(row: Element, step: 1 | -1): void {
  const controls = controlsOf(row);
  const here = controls.findIndex((control) => control === document.activeElement);
  controls[here + step]?.focus();
}

/** The last row of a list, also of one that is drawn as far as somebody has looked. */
function lastRowOf(list: Element): Element | undefined {
  drawAllIn(list);
  return rowsOf(list).at(-1);
}

/** The field above a list that filters it. */
function focusFilter(list: Element): void {
  list.querySelector<HTMLElement>('input[type="search"]')?.focus();
}

function isWriting(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/**
 * Arrows and h j k l through a list (web-details.md B, H): up and down from row to row, sideways through the controls of
 * a row. From the filter above, the arrow down leads to the first row, and back from there the arrow up.
 */
export function useRowWalking(list: RefObject<Element | null>) {
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const box = list.current;
      if (!box || !step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isWriting(event.target) && event.key !== 'ArrowDown') return;
      const rows = rowsOf(box);
      const here = rows.findIndex((row) => row.contains(document.activeElement));
      const isForwards = getComputedStyle(box).direction === 'rtl' ? step === 'out' : step === 'in';
      const row = rows[here];
      event.preventDefault();
      if (step === 'down') focusRow(rows[here + 1]);
      else if (step === 'up' && here === 0) focusFilter(box);
      else if (step === 'up') focusRow(rows[Math.max(0, here - 1)]);
      else if (step === 'first') focusRow(rows[0]);
      else if (step === 'last') focusRow(lastRowOf(box));
      else if (row) focusWithin(row, isForwards ? 1 : -1);
    },
    [list],
  );
  /** For keys that come while nothing of the list has the focus. */
  const enter = useCallback(
    (end: 'first' | 'last') => {
      const box = list.current;
      return box !== null && focusRow(end === 'first' ? rowsOf(box)[0] : lastRowOf(box));
    },
    [list],
  );
  return { onKeyDown, enter };
}

/**
 * The focus stays in a list whose rows come and go: when the row that has it leaves, the one in its place gets it. Rows
 * that stay keep it by themselves.
 */
export function useKeptFocus(list: RefObject<Element | null>): void {
  const place = useRef<number>(undefined);
  useEffect(() => {
    const box = list.current;
    if (!box) return undefined;
    const leaving = new AbortController();
    const left = ({ target }: Event): void => {
      // What is taken out of the page loses the focus, too; nobody has gone anywhere then.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && !box.contains(document.activeElement)) {
          place.current = undefined;
        }
      });
    };
    box.addEventListener('focusout', left, { signal: leaving.signal });
    return () => leaving.abort();
  }, [list]);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return undefined;
    if (place.current !== undefined && document.activeElement === document.body) {
      const rows = rowsOf(box);
      focusRow(rows[Math.min(place.current, rows.length - 1)]);
    }
    const note = (): void => {
      if (!box.contains(document.activeElement)) return;
      const here = rowsOf(box).findIndex((row) => row.contains(document.activeElement));
      if (here >= 0) place.current = here;
    };
    note();
    box.addEventListener('focusin', note);
    return () => box.removeEventListener('focusin', note);
  });
}
