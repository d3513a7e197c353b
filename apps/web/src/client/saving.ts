import { useCallback, useEffect, useRef, useState } from 'react';
import { act } from './act';

/** How far a change is that a control made: what stands beside the control. */
export type Saving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly text: string };

const IDLE: Saving = { kind: 'idle' };
const SAVED_SHOWN_MS = 2500;

/**
 * Carries out a control's changes and tells how they go; of several at once the last one counts.
 * @returns how it goes, and a function that resolves to whether a change was carried out
 */
export function useSaving(): [Saving, (request: () => Promise<unknown>, undo?: () => void) => Promise<boolean>] {
  const [saving, setSaving] = useState(IDLE);
  const last = useRef(0);
  useEffect(() => {
    if (saving.kind !== 'saved') return undefined;
    const timer = setTimeout(() => setSaving(IDLE), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [saving]);
  const save = useCallback(async (request: () => Promise<unknown>, undo?: () => void) => {
    const round = ++last.current;
    const show = (next: Saving): void => {
      if (round === last.current) setSaving(next);
    };
    show({ kind: 'saving' });
    const isDone = await act(request, { undo, tell: (text) => show({ kind: 'failed', text }) });
    if (isDone) show({ kind: 'saved' });
    return isDone;
  }, []);
  return [saving, save];
}
