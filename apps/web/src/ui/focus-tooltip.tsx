import { useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
const MARGIN = 4;

/** Where a tooltip stands in the window (px): below its control, or above it where there is no room. */
export function tooltipPlace(control: Box, tooltip: Size, screen: Size): { left: number; top: number } {
  const centred = control.left + (control.width - tooltip.width) / 2;
  const below = control.bottom + GAP;
  const fitsBelow = below + tooltip.height + MARGIN <= screen.height;
  return {
    left: Math.max(MARGIN, Math.min(centred, screen.width - tooltip.width - MARGIN)),
    top: fitsBelow ? below : Math.max(MARGIN, control.top - GAP - tooltip.height),
  };
}

interface Shown {
  readonly control: HTMLElement;
  readonly text: string;
}

/** What the control that has the focus says of itself where browsers say it to who points at it. */
function shownFor(target: EventTarget | null): Shown | undefined {
  if (!(target instanceof HTMLElement) || target.title === '' || !target.matches(':focus-visible')) return undefined;
  return { control: target, text: target.title };
}

/**
 * Shows the title of the control that keys have led to, until another key is pressed (web-details.md I). One
 * listener for all of them: a wrapper around each control would weigh more than the first view has to give.
 */
export function FocusTooltip() {
  const [shown, setShown] = useState<Shown>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener('focusin', ({ target }) => setShown(shownFor(target)), { signal });
    const hide = (): void => setShown(undefined);
    document.addEventListener('focusout', hide, { signal });
    document.addEventListener('pointerdown', hide, { signal });
    document.addEventListener('scroll', hide, { signal, capture: true });
    // What a key does may change the title, or take the control away; where Tab leads comes after.
    document.addEventListener('keydown', hide, { signal, capture: true });
    return () => leaving.abort();
  }, []);
  useLayoutEffect(() => {
    if (!shown || !box.current) return;
    const { innerWidth: width, innerHeight: height } = window;
    const place = tooltipPlace(shown.control.getBoundingClientRect(), box.current.getBoundingClientRect(), {
      width,
      height,
    });
    box.current.style.left = `${place.left}px`;
    box.current.style.top = `${place.top}px`;
  }, [shown]);
  // Its text is the control's name or description already: it is there for the eye alone.
  return shown && <div ref={box} className="focus-tooltip" data-text={shown.text} aria-hidden="true" />;
}
