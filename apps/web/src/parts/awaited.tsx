import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { hash } from '../client/location';
import { Coming } from '../ui/coming';

interface AwaitedProps {
  /** It is not wanted any more. */
  onDrop: () => void;
  /** Otherwise it comes by itself, and takes nothing. */
  isAsked?: boolean;
  /**
   * A part that is loaded when it is asked for, and takes the focus then. Whether it is asked for is read outside: React
   * keeps what is inside as it was before, and does not see there that it is dropped.
   */
  children: ReactNode;
}

/** What was asked for in the view that is open: who goes to another does not want it any more. */
export function ComingHere({ onDrop }: Pick<AwaitedProps, 'onDrop'>) {
  const drop = useEffectEvent(onDrop);
  useEffect(() => hash.subscribe(() => drop()), []);
  return <Coming onDrop={onDrop} />;
}

/**
 * A place for what somebody has asked for, and what takes the focus when it comes: without a network that may be minutes
 * later. Until then a dialog says so; who closes it, or goes elsewhere, does not want it any more.
 */
export function Awaited({ onDrop, isAsked = true, children }: AwaitedProps) {
  return <Suspense fallback={isAsked && <ComingHere onDrop={onDrop} />}>{children}</Suspense>;
}
