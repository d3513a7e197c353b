/** A snapshot of PostgreSQL: which transactions' effects it shows. */
export interface Snapshot {
  xmin: number;
  xmax: number;
  /** In progress when it was taken. */
  running: ReadonlySet<number>;
}

/** @param text as `pg_current_snapshot()` gives it */
export function parseSnapshot(text: string): Snapshot {
  const [xmin, xmax, running = ''] = text.split(':');
  return {
    xmin: Number(xmin),
    xmax: Number(xmax),
    running: new Set(running.split(',').filter(Boolean).map(Number)),
  };
}

export function isVisible(xid: number, { xmin, xmax, running }: Snapshot): boolean {
  return xid < xmin || (xid < xmax && !running.has(xid));
}
