import { useEffect, useLayoutEffect, useState } from 'react';

/** What lies over the page, and the stops that hold the focus in it. */
export const OVER_PAGE = '[role=dialog], [role=menu], [data-radix-focus-guard]';

/** An element, and those around it that can have the focus: it may go while the dialog is open, as tools of a row do. */
function withHolders(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let place = element; place !== null; place = place.parentElement?.closest('[tabindex]') ?? null) {
    if (place instanceof HTMLElement && place !== document.body) found.push(place);
  }
  return found;
}

/** Where the focus can be when the place where it was has gone: the view, or the button of the pane that hides it. */
function elsewhere(): HTMLElement[] {
  const selectors = ['main', '.sidebar-toggle', '.people-toggle'];
  return selectors.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
}

/** Where the focus was before something over the page took it, from the inside to the outside. */
export class FocusPlace {
  private last = withHolders(document.activeElement);

  /** A menu that closes gives the focus back to its button after the dialog that it opened has taken it. */
  note(target: EventTarget | null): void {
    if (target instanceof HTMLElement && !target.closest(OVER_PAGE)) this.last = withHolders(target);
  }

  /** What stood in the dialog's place while that was on its way has given the focus back. */
  begin(): void {
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) this.last = withHolders(activeElement);
  }

  /** Gives the focus back, unless somebody has taken it meanwhile: it never falls to the page itself (web-details.md I). */
  giveBack(): void {
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return;
    // What is hidden or off takes no focus; where the sidebar lies over the view, the view is hidden.
    [...this.last, ...elsewhere()].find((element) => {
      element.focus({ preventScroll: true });
      return document.activeElement === element;
    });
  }
}

/**
 * Gives the focus back to where it was before a dialog was opened. What the dialog is made of knows only of a button that
 * opens it, and most are opened by something else.
 * @returns for the dialog's closing; whoever prevents the event's default takes care of the focus
 */
export function useFocusReturn(onClosed?: (event: Event) => void): (event: Event) => void {
  const [place] = useState(() => new FocusPlace());
  useLayoutEffect(() => place.begin(), [place]);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => place.note(target);
    document.addEventListener('focusin', note, true);
    return () => document.removeEventListener('focusin', note, true);
  }, [place]);
  return (event) => {
    onClosed?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    place.giveBack();
  };
}
