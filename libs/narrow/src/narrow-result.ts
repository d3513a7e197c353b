/** Why a narrow was refused, for callers to turn into their error. `BAD_NARROW` carries `data.desc`. */
export interface NarrowFailure {
  ok: false;
  code: 'BAD_REQUEST' | 'BAD_NARROW' | 'UNAUTHORIZED';
  msg: string;
  data?: { desc: string };
}

/** A request of the wrong shape. */
export function malformed(msg: string): NarrowFailure {
  return { ok: false, code: 'BAD_REQUEST', msg };
}

/** A narrow that has a meaningless term (messages.md 9.2). */
export function badNarrow(desc: string): NarrowFailure {
  return { ok: false, code: 'BAD_NARROW', msg: `Invalid narrow operator: ${desc}`, data: { desc } };
}
