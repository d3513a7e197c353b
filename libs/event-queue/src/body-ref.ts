import { createHash } from 'node:crypto';

const SHORT_NAME = /^[\w.:-]{1,16}$/;

/**
 * The name under which the text of an event is stored in a slot: unique per text, the same for every consumer that
 * processes the change. `form` distinguishes the forms of one event (long or odd names are hashed).
 */
export function bodyRef(epoch: number, seq: number, eventIndex: number, form: string): string {
  const name = SHORT_NAME.test(form) ? form : `~${createHash('sha256').update(form).digest('base64url').slice(0, 22)}`;
  return `${epoch}.${seq}.${eventIndex}.${name}`;
}
