import { startTransition, useEffect, useState } from 'react';

const FIRST = 50;
const STEP = 150;

/**
 * How many rows of a long list are drawn: at once as many as a screen has room for, the others while nobody waits for
 * anything else.
 */
export function useGrowingLimit(count: number): number {
  const [limit, setLimit] = useState(FIRST);
  useEffect(() => {
    if (limit >= count) return undefined;
    const timer = setTimeout(() => startTransition(() => setLimit(limit + STEP)));
    return () => clearTimeout(timer);
  }, [limit, count]);
  return limit;
}
