import { useEffect, useState } from 'react';

/** Milliseconds; a device that slept over midnight notices within this time. */
const LONGEST_WAIT_MS = 60_000;

function midnightAfter(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/** A moment of the present day, by the clock of the device: another one when another day has begun. */
export function useToday(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const midnight = midnightAfter(now);
    const timer = setInterval(() => {
      const present = Date.now();
      if (present >= midnight || present < now) setNow(present);
    }, LONGEST_WAIT_MS);
    return () => clearInterval(timer);
  }, [now]);
  return now;
}
