import { useEffect, useState } from 'react';
import { bannerDueAt } from '../live/status';
import { useSlice } from '../store/store';
import { useClient } from './client';

/** Whether the connection has been away long enough to say so; a short interruption is not. */
export function useConnectionLost(): boolean {
  const { status } = useClient();
  const dueAt = useSlice(status, bannerDueAt);
  const [shownFor, setShownFor] = useState<number>();
  useEffect(() => {
    if (dueAt === undefined) return undefined;
    const timer = setTimeout(() => setShownFor(dueAt), Math.max(0, dueAt - Date.now()));
    return () => clearTimeout(timer);
  }, [dueAt]);
  return dueAt !== undefined && shownFor === dueAt;
}
