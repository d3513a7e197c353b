import type { TSchema } from '@sinclair/typebox';

/** JSON Schema as it goes into the OpenAPI document. */
export type JsonSchema = TSchema | Record<string, unknown>;

/** One uploaded file, whole in memory. */
export interface UploadedFile {
  fieldName: string;
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** What every parameter may say about itself. */
export interface CommonOptions<Value = never> {
  /** One sentence for the API reference. */
  doc: string;
  /** Other names that clients use for it. Sending two of them is an error. */
  alias?: readonly string[];
  /** May be left out, and is then missing from what is decoded. */
  optional?: boolean;
  /** Value when left out; makes it optional. */
  default?: unknown;
  /** The text `null` is the value null. Elsewhere it is a wrong value, unless the parameter is a raw text. */
  nullable?: boolean;
  /** The text `null` counts as left out: for what libraries send so. */
  nullMeansAbsent?: boolean;
  /** Of the path's last part: it takes the rest of the path, slashes included. */
  takesRest?: boolean;
  deprecated?: boolean;
  /** A check of its own: the text after `Invalid NAME: Value error, `, or undefined when the value is fine. */
  check?: (value: Value) => string | undefined;
}

/** How one kind of parameter reads and documents its values. */
export interface ParamKind {
  /** Raw text to value. Throws a DomainError naming `at`. */
  decode(raw: string, at: string): unknown;
  readonly schema: JsonSchema;
  /** Sent as JSON text although the schema is not a plain number or boolean. */
  readonly isJsonText: boolean;
  /** It may be sent as it is, too. */
  readonly acceptsRaw?: true;
}

export interface FileRules {
  /** Largest accepted size in bytes. */
  maxBytes: number;
  /** Take the single file under any field name. */
  anyName: boolean;
}

/** One declared parameter, in the form in which it is decoded and documented. */
export interface ParamSpec {
  name: string;
  names: readonly string[];
  options: CommonOptions;
  /** Part of the path instead of query or body. */
  isInPath: boolean;
  optional: boolean;
  kind?: ParamKind;
  file?: FileRules;
}
