/** Reading answers field by field: what another process sends has no type until it was looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws Error when the text is not a JSON object */
export function parseObject(text: string | Buffer): JsonObject {
  const value: unknown = JSON.parse(text.toString());
  if (!isObject(value)) throw new Error('the answer is not an object');
  return value;
}

export function numberField(object: JsonObject, name: string): number {
  const value = object[name];
  if (typeof value !== 'number') throw new Error(`${name} is not a number`);
  return value;
}

export function textField(object: JsonObject, name: string): string {
  const value = object[name];
  if (typeof value !== 'string') throw new Error(`${name} is not a text`);
  return value;
}

export function listField(object: JsonObject, name: string): JsonObject[] {
  const value = object[name];
  if (!Array.isArray(value) || !value.every(isObject)) throw new Error(`${name} is not a list of objects`);
  return value;
}

export function objectField(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  if (!isObject(value)) throw new Error(`${name} is not an object`);
  return value;
}
