import { DomainError, badRequest } from '@stoa/errors';

/** Messages by field; what concerns no single field is under `__all__` (organization.md 5). */
export type FieldErrors = Map<string, string[]>;

export const NON_FIELD = '__all__';
export const BLANK = 'This field cannot be blank.';

/** The error of several fields: its text is the first message. */
export function fieldErrors(errors: FieldErrors): DomainError {
  const [first] = [...errors.values()].flat();
  return badRequest(first ?? '', { errors: Object.fromEntries(errors) });
}

export function fieldError(field: string, message: string): DomainError {
  return fieldErrors(new Map([[field, [message]]]));
}
