import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../strings/strings';
import { Button } from './button';
import { DIALOGS } from './dialogs-open';
import { FocusPlace, OVER_PAGE } from './focus-return';
import './coming.css';

/** Milliseconds: most parts come before, and the menu that asked for one has given the focus back by then. */
const HOLD_MS = 300;

interface ComingProps {
  /** It is not wanted any more. */
  onDrop: () => void;
}

/** Stands over the page as the dialog that is on its way will, holds the focus, and is there at once. */
export function Coming({ onDrop }: ComingProps) {
  const box = useRef<HTMLDivElement>(null);
  const drop = useEffectEvent(onDrop);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const focus = new FocusPlace();
    let isHolding = false;
    const leaving = new AbortController();
    const options = { signal: leaving.signal, capture: true };
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || current.contains(target)) return;
      focus.note(target);
      // A dialog below holds the focus as well.
      if (isHolding && !target.closest(OVER_PAGE)) current.focus({ preventScroll: true });
    };
    // Before whatever else listens: what is below is neither closed nor typed in.
    const onKey = (event: KeyboardEvent): void => {
      const isInside = event.target instanceof Element && event.target.closest(DIALOGS) === current;
      const isOwn = event.key === 'Escape' || event.key === 'Tab';
      if (isInside && !isOwn) return;
      event.stopImmediatePropagation();
      if (!isOwn) return;
      event.preventDefault();
      if (event.key === 'Escape') drop();
      // There is nothing else to go to.
      else current.querySelector('button')?.focus();
    };
    document.addEventListener('focusin', onFocus, options);
    window.addEventListener('keydown', onKey, options);
    const hold = setTimeout(() => {
      isHolding = true;
      current.focus({ preventScroll: true });
    }, HOLD_MS);
    return () => {
      clearTimeout(hold);
      leaving.abort();
      if (!current.contains(document.activeElement)) return;
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      focus.giveBack();
    };
  }, []);
  return createPortal(
    <div className="coming" onClick={(event) => event.stopPropagation()}>
      <div ref={box} className="coming-box" role="dialog" aria-modal="true" aria-label={t('app.loading')} tabIndex={-1}>
        <p aria-busy="true">{t('app.loading')}</p>
        <Button onClick={onDrop}>{t('dialog.cancel')}</Button>
      </div>
    </div>,
    document.body,
  );
}
