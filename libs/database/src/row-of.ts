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

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Every column under its own name, and under the alias that a statement gives it for camelCase (`full_name AS "fullName"`). */
type Columns<Model extends Prisma.ModelName> = {
  [Name in keyof Scalars<Model> & string as Name | CamelCase<Name>]: Value<Scalars<Model>[Name]>;
};

/** Columns of a table, as a statement gives them that selects them by their names; types and nulls are the schema's. */
export type RowOf<Model extends Prisma.ModelName, Column extends keyof Columns<Model>> = Pick<Columns<Model>, Column>;
