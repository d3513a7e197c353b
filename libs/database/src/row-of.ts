import type { Prisma } from './generated/client';

type Scalars<Model extends Prisma.ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

/** A value as statements give it: Prisma's client would give int8 as bigint and numeric as a class of its own. */
type Value<T> = T extends bigint
  ? number
  : T extends bigint[]
    ? number[]
    : T extends Uint8Array
      ? Buffer
      : T extends Prisma.Decimal
        ? string
        : T;

/** Columns of a table, as a statement gives them that selects them by their names; types and nulls are the schema's. */
export type RowOf<Model extends Prisma.ModelName, Column extends keyof Scalars<Model> & string> = {
  [Name in Column]: Value<Scalars<Model>[Name]>;
};
