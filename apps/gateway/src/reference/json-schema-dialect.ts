import { STORED_AS } from '@stoa/contracts/rpc';

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  return isObject(value) ? toCurrentDialect(value) : value;
}

/**
 * Declarations write a list of fixed length in the dialect before 2020-12 (`items` as a list); OpenAPI 3.1 wants
 * `prefixItems`. How a value is stored is nobody's business here. Walks the whole document and changes nothing else.
 */
export function toCurrentDialect(document: Json): Json {
  const { items, additionalItems, [STORED_AS]: _stored, ...rest } = document;
  const copy: Json = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, convert(value)]));
  if (Array.isArray(items)) return { ...copy, prefixItems: convert(items), items: additionalItems ?? true };
  return items === undefined ? copy : { ...copy, items: convert(items) };
}
