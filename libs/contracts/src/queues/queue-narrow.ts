import { Type } from '@sinclair/typebox';

/** Pairs of operator and operand that a message must match (realtime.md 6.3). Each is checked for every message. */
export const QueueNarrowSchema = Type.Array(Type.Tuple([Type.String(), Type.String({ maxLength: 1_000 })]), {
  maxItems: 50,
});
