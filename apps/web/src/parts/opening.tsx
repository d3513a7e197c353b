import { type ReactElement, type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { ComingHere } from './awaited';

/** Milliseconds: most parts are there before. */
const SOON_MS = 100;

interface OpeningProps {
  /** Opens it: it stays as it is, and where the focus is, until the part is there, which then has it as its trigger. */
  button: ReactElement;
  isAsked: boolean;
  /** It is not wanted any more. */
  onDrop: () => void;
  /** The part, which is loaded when it is asked for. */
  children: ReactNode;
}

/** What is not there at once says so. */
function Waiting({ onDrop }: Pick<OpeningProps, 'onDrop'>) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong && <ComingHere onDrop={onDrop} />;
}

/** A button whose menu or card is loaded when it is asked for first, and comes to nobody who has gone on. */
export function Opening({ button, isAsked, onDrop, children }: OpeningProps) {
  // React draws what is put off beside what is shown, and shows it when nothing in it is missing any more.
  const isThere = useDeferredValue(isAsked, false);
  if (isAsked && isThere) return children;
  return (
    <>
      {button}
      {isAsked && <Waiting onDrop={onDrop} />}
    </>
  );
}
