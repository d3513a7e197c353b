import { Attack, Field, inTurn } from '../attack';
import type { Ask, Caller } from '../caller';

/** What is asked, made when it is sent: some are megabytes. */
export type Asks = readonly ((caller: Caller) => Ask)[];

/**
 * Repeats some requests, each of which has to be answered with one of the allowed statuses, or 429 or 503 in good order.
 * @param asks of all callers of a field: the large ones are made once
 */
export function asking(name: string, allowed: readonly number[], asks: (field: Field) => Asks): Attack {
  const made = new WeakMap<Field, Asks>();
  return {
    name,
    begin: (caller, field) => {
      const all = made.get(field) ?? asks(field);
      made.set(field, all);
      return inTurn(all, async (make, tally) => {
        await caller.attempt(tally, make(caller), allowed);
      });
    },
  };
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A form that is made of bytes, not of fields. */
export function rawForm(path: string, body: string, further: Partial<Ask> = {}): () => Ask {
  const bytes = Buffer.from(body);
  return () => ({ method: 'POST', path: `/api/v1${path}`, headers: FORM, body: bytes, ...further });
}

export function form(path: string, fields: Readonly<Record<string, string>>, method: Ask['method'] = 'POST') {
  return (): Ask => ({ method, path: `/api/v1${path}`, form: fields });
}

export function query(path: string, fields: Readonly<Record<string, string>>) {
  return (): Ask => ({ method: 'GET', path: `/api/v1${path}?${new URLSearchParams(fields).toString()}` });
}

/** The same item many times, as JSON. */
export function listOf(item: unknown, count: number): string {
  return `[${Array.from({ length: count }, () => JSON.stringify(item)).join()}]`;
}
