import { Static, TObject, Type } from '@sinclair/typebox';

/** What the caller of a fragmented answer understands, and holds already (see FragmentedAnswerBuilder). */
export const FRAGMENT_FIELDS = {
  known: Type.Record(Type.String(), Type.Array(Type.String())),
  /** Whether parts of fragments are understood: during an upgrade there are gateways that do not say so. */
  takes_parts: Type.Optional(Type.Boolean()),
};

export type FragmentFields = Static<TObject<typeof FRAGMENT_FIELDS>>;
