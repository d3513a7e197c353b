import { Type } from '@sinclair/typebox';

/** Fragments that the caller holds (see FragmentedAnswerBuilder). */
export const KnownFragmentsSchema = Type.Record(Type.String(), Type.Array(Type.String()));
