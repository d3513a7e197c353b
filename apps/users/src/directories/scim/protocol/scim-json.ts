import { ScimError, invalidValue } from './scim-error';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws ScimError 400 for anything but an object */
export function readBody(text: string | null): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    value = undefined;
  }
  if (!isObject(value)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax');
  return value;
}

/** An attribute of an object: names of attributes have no case (RFC 7643 2.1). */
export function attribute(object: JsonObject, name: string): unknown {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(object)) if (key.toLowerCase() === wanted) return value;
  return undefined;
}

/** @returns undefined for what is absent or null @throws ScimError 400 */
export function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidValue(`${name} must be a string.`);
  if (value.includes('\0')) throw invalidValue(`${name} must not contain null characters.`);
  return value;
}

/** Entra ID sends the words of .NET (identity.md 8.5). @throws ScimError 400 */
export function booleanOf(value: unknown, name: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word !== 'true' && word !== 'false') throw invalidValue(`${name} must be a boolean.`);
  return word === 'true';
}
