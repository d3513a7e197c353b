import { Type } from '@sinclair/typebox';

/** A success that says nothing beyond being one. */
export const EmptyResponseSchema = Type.Object({}, { additionalProperties: false });
