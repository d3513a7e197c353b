import { TSchema, TUnion, TNull, Type } from '@sinclair/typebox';

/** A value that may be null: the API writes null explicitly, it never drops the key. */
export function Nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** An object that has exactly these keys. */
export const CLOSED = { additionalProperties: false } as const;
