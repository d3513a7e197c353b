import { Static, TSchema, Type } from '@sinclair/typebox';
import { retentionKind } from './loose-text';
import {
  EnumKindOptions,
  NumberKindOptions,
  StringKindOptions,
  booleanKind,
  enumKind,
  int64Kind,
  integerKind,
  jsonKind,
  stringKind,
} from './param-kinds';
import { CommonOptions, FileRules, ParamKind, ParamSpec, UploadedFile } from './param-spec';

/** One declared parameter; its name is the key under which it stands among {@link Params}. */
export interface Param<Value = unknown> {
  readonly options: CommonOptions;
  readonly kind?: ParamKind;
  readonly file?: FileRules;
  /** Shape of the decoded value, for calls between services; the edge has already checked its bounds. */
  readonly value: TSchema;
  /** Carries the type only; never set. */
  readonly type?: Value;
}

/** The parameters of one endpoint by their names on the wire. Those that its path names are parts of the path. */
export type Params = Readonly<Record<string, Param>>;

/** The value that a parameter has after decoding: with `null` where it is nullable, undefined where it may be absent. */
type ValueOf<T, O> =
  T | (O extends { nullable: true } ? null : never) | (O extends { optional: true } ? undefined : never);

type ParamValue<P> = P extends Param<infer Value> ? Value : never;
type OptionalNames<P extends Params> = { [K in keyof P]: undefined extends ParamValue<P[K]> ? K : never }[keyof P];

/** What decoding a declaration's parameters gives: the request as the service gets it. */
export type Decoded<P extends Params> = {
  [K in Exclude<keyof P, OptionalNames<P>>]: ParamValue<P[K]>;
} & { [K in OptionalNames<P>]?: ParamValue<P[K]> };

interface ListOptions {
  minItems?: number;
  maxItems?: number;
}

type Common = Omit<CommonOptions, 'check'>;
/** A check of its own: the text after `Invalid NAME: Value error, `, or undefined when the value is fine. */
interface Check<Value> {
  check?: (value: Value) => string | undefined;
}

function param<T, const O extends object>(options: O & Common, kind: ParamKind, value: TSchema): Param<ValueOf<T, O>> {
  return { options, kind, value };
}

/** Raw text. Lengths in code points; `strip` removes surrounding white space first. */
export function text<const O extends Common & StringKindOptions & Check<string>>(
  options: O,
): Param<ValueOf<string, O>> {
  return param<string, O>(options, stringKind(options), Type.String());
}

/** A whole number; strict JSON, so neither `"3"` nor `3.0`. */
export function integer<const O extends Common & NumberKindOptions & Check<number>>(
  options: O,
): Param<ValueOf<number, O>> {
  return param<number, O>(options, integerKind(options), Type.Integer());
}

/** A whole number of 64 bits; the value is its decimal text. */
export function int64<const O extends Common & Check<string>>(options: O): Param<ValueOf<string, O>> {
  return param<string, O>(options, int64Kind(), Type.String());
}

/** `true` or `false`. */
export function boolean<const O extends Common>(options: O): Param<ValueOf<boolean, O>> {
  return param<boolean, O>(options, booleanKind(), Type.Boolean());
}

/** JSON text of the given shape. */
export function json<S extends TSchema, const O extends Common & Check<Static<S>>>(
  schema: S,
  options: O,
): Param<ValueOf<Static<S>, O>> {
  return param<Static<S>, O>(options, jsonKind(schema), schema);
}

/** A JSON list of whole numbers. */
export function integers<const O extends Common & NumberKindOptions & ListOptions & Check<number[]>>(
  options: O,
): Param<ValueOf<number[], O>> {
  const item = Type.Integer(defined({ minimum: options.min, maximum: options.max }));
  const schema = Type.Array(item, listBounds(options));
  return param<number[], O>(options, jsonKind(schema), schema);
}

/** A JSON list of texts; lengths are those of each text. */
export function texts<
  const O extends Common & { minLength?: number; maxLength?: number } & ListOptions & Check<string[]>,
>(options: O): Param<ValueOf<string[], O>> {
  const item = Type.String(defined({ minLength: options.minLength, maxLength: options.maxLength }));
  return param<string[], O>(options, jsonKind(Type.Array(item, listBounds(options))), Type.Array(Type.String()));
}

/** One of a fixed set of texts (sent raw) or numbers. */
export function oneOf<const V extends string | number, const O extends Common & EnumKindOptions>(
  values: readonly V[],
  options: O,
): Param<ValueOf<V, O>> {
  const isNumeric = values.every((value) => typeof value === 'number');
  return param<V, O>(options, enumKind(values, options), isNumeric ? Type.Integer() : Type.String());
}

/** A channel's retention, as the text that was sent; `retentionValue` reads it. */
export function retentionDays<const O extends Common>(options: O): Param<ValueOf<string, O>> {
  return param<string, O>(options, retentionKind(), Type.String());
}

/** An uploaded file of a multipart body. Only endpoints with code of their own take one: it does not cross NATS. */
export function file<const O extends Common & { maxBytes: number; anyName?: boolean }>(
  options: O,
): Param<ValueOf<UploadedFile, O>> {
  return { options, file: { maxBytes: options.maxBytes, anyName: options.anyName ?? false }, value: Type.Never() };
}

/** The schema of the request that a service gets, once parameters are decoded. */
export function requestSchema<P extends Params>(params: P): TSchema {
  return Type.Object(
    Object.fromEntries(
      Object.entries(params).map(([name, { options, value }]) => {
        const schema = options.nullable ? Type.Union([value, Type.Null()]) : value;
        return [name, options.optional && options.default === undefined ? Type.Optional(schema) : schema];
      }),
    ),
  );
}

/** The parameters in the form in which they are decoded and documented. */
export function specsOf(params: Params, path: string): ParamSpec[] {
  return Object.entries(params).map(([name, { options, kind, file: rules }]) => {
    const optional = options.optional === true || options.default !== undefined;
    return {
      name,
      names: [name, ...(options.alias ?? [])],
      options,
      isInPath: path.includes(`{${name}}`),
      optional,
      kind,
      file: rules,
    };
  });
}

function listBounds({ minItems, maxItems }: ListOptions): ListOptions {
  return defined({ minItems, maxItems });
}

function defined<T extends object>(options: T): T {
  for (const [key, value] of Object.entries(options)) if (value === undefined) Reflect.deleteProperty(options, key);
  return options;
}
