import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[\w.:-]{1,64}$/;

/** The caller's id if it is a harmless one, else a fresh one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : randomUUID();
}
