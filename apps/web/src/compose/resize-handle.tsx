import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { LEAST_HEIGHT, composeHeight, fittingHeight, mostHeight } from './box-height';

/** Pixels that a key moves the edge. */
const STEP = 24;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: STEP, ArrowDown: -STEP };

/** The upper edge of the box: it is dragged, or moved by arrow keys; a double click lets the box follow its text again. */
export function ResizeHandle({ area }: { area: RefObject<HTMLElement | null> }) {
  const height = useSlice(composeHeight, (value) => value);
  const grip = useRef<{ y: number; height: number }>(undefined);
  const resize = (wanted: number): void => composeHeight.set(fittingHeight(wanted, window.innerHeight));
  const present = (): number => area.current?.offsetHeight ?? LEAST_HEIGHT;
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { y: event.clientY, height: present() };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (grip.current) resize(grip.current.height + grip.current.y - event.clientY);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === 'Enter') composeHeight.set(null);
    else if (step !== undefined) resize(present() + step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const letGo = (): void => {
    grip.current = undefined;
  };
  return (
    <div
      className="compose-edge"
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('compose.edge')}
      aria-valuemin={LEAST_HEIGHT}
      aria-valuemax={mostHeight(window.innerHeight)}
      aria-valuenow={height ?? LEAST_HEIGHT}
      aria-valuetext={height === null ? t('compose.edgeFollows') : undefined}
      tabIndex={0}
      title={t('compose.edge')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={() => composeHeight.set(null)}
      onKeyDown={onKeyDown}
    />
  );
}
