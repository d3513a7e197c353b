import { DomainError, badRequest } from '@stoa/errors';
import { countJsonParts } from './json-text';
import { paramErrors } from './param-errors';
import { Decoded, Params, specsOf } from './params';
import { ParamSpec, UploadedFile } from './param-spec';
import { readingOrder } from './reading-order';

/** Names to raw texts, without a prototype. */
export type RawValues = Readonly<Record<string, string | undefined>>;

/** Everything a request brought, undecoded. */
export interface RawParams {
  path: RawValues;
  query: RawValues;
  /** Fields of the body; they win over the query. */
  form: RawValues;
  files?: readonly UploadedFile[];
}

const NONE: RawValues = Object.freeze(Object.create(null));

/**
 * Of a name that is unknown, so many characters are told. Names of megabytes would be escaped, sorted and sent back on the
 * event loop (the 2.6 MB of the largest body, all of them quotation marks, took thirty milliseconds).
 */
const LONGEST_UNKNOWN_NAME = 256;

/** A request without any parameter. */
export const NO_PARAMS: RawParams = { path: NONE, query: NONE, form: NONE };

/** Reads the parameters of one endpoint; made once, then used for every request. */
export class ParamsDecoder<P extends Params = Params> {
  readonly specs: readonly ParamSpec[];
  private readonly knownNames: ReadonlySet<string>;
  private readonly fileSpecs: readonly ParamSpec[];
  private readonly valueSpecs: readonly ParamSpec[];

  /**
   * @param path of the endpoint: parameters that stand in braces there are parts of it
   * @param readsAsDeclared they are read in the order of declaration instead of by name
   */
  constructor(params: P, path: string, readsAsDeclared = false) {
    this.specs = specsOf(params, path);
    const read = readsAsDeclared ? this.specs : readingOrder(this.specs);
    this.fileSpecs = this.specs.filter((spec) => spec.file);
    this.valueSpecs = read.filter((spec) => spec.kind);
    this.knownNames = new Set(this.specs.filter((spec) => !spec.isInPath).flatMap((spec) => spec.names));
  }

  /** Largest file that any parameter takes, in bytes; 0 = no files. */
  get largestFileBytes(): number {
    return Math.max(0, ...this.fileSpecs.map((spec) => spec.file?.maxBytes ?? 0));
  }

  /**
   * @throws DomainError for the first parameter, in the order in which they are read, that is missing or wrong
   */
  decode(raw: RawParams): Decoded<P> {
    boundJson(this.valueSpecs, raw);
    const target: Record<string, unknown> = {};
    for (const spec of this.valueSpecs) {
      const value = readValue(spec, raw);
      if (value !== undefined) target[spec.name] = value;
    }
    for (const spec of this.fileSpecs) {
      const file = findFile(spec, raw.files ?? []);
      if (file) target[spec.name] = file;
      else if (!spec.optional) throw paramErrors.missing(spec.name);
    }
    return target as Decoded<P>;
  }

  /**
   * Names that the endpoint does not know, sorted, for `ignored_parameters_unsupported`; undefined when there are none. Of
   * longer ones than {@link LONGEST_UNKNOWN_NAME}, the beginning.
   * @param alsoKnown names that the protocol itself consumed, such as `client`
   */
  unknownNames(raw: RawParams, alsoKnown: ReadonlySet<string>): string[] | undefined {
    let unknown: Set<string> | undefined;
    const note = (name: string): void => {
      if (this.knownNames.has(name) || alsoKnown.has(name)) return;
      (unknown ??= new Set()).add(name.slice(0, LONGEST_UNKNOWN_NAME).toWellFormed());
    };
    for (const name in raw.query) note(name);
    for (const name in raw.form) note(name);
    for (const file of raw.files ?? []) {
      if (!this.fileSpecs.some((spec) => spec.file?.anyName)) note(file.fieldName);
    }
    return unknown && [...unknown].sort();
  }
}

/** Characters and values of JSON in one request; so much is parsed and checked in some ten milliseconds. */
const LONGEST_JSON = 1_048_576;
const MOST_JSON_PARTS = 40_000;
/** Less than this has no room for too many values. */
const SHORT_JSON = 65_536;

/** @throws DomainError when the JSON of a request is more than one turn of the event loop should work through */
function boundJson(specs: readonly ParamSpec[], raw: RawParams): void {
  let length = 0;
  for (const { kind, names } of specs) {
    if (!kind?.isJsonText) continue;
    for (const name of names) {
      length += sentText(name, raw)?.length ?? 0;
      if (length > LONGEST_JSON) throw paramErrors.tooLong(name, LONGEST_JSON);
    }
  }
  if (length > SHORT_JSON) boundJsonParts(specs, raw);
}

function boundJsonParts(specs: readonly ParamSpec[], raw: RawParams): void {
  let parts = 0;
  for (const { kind, names } of specs) {
    if (!kind?.isJsonText) continue;
    for (const name of names) {
      parts += countJsonParts(sentText(name, raw) ?? '', MOST_JSON_PARTS);
      if (parts > MOST_JSON_PARTS) throw paramErrors.custom(name, `more than ${MOST_JSON_PARTS} values`);
    }
  }
}

function sentText(name: string, raw: RawParams): string | undefined {
  return raw.form[name] ?? raw.query[name];
}

function readValue(spec: ParamSpec, raw: RawParams): unknown {
  const { kind, options, isInPath } = spec;
  if (!kind) return undefined;
  const sent = isInPath ? spec.name : sentName(spec, raw);
  const text = sent === undefined ? undefined : isInPath ? raw.path[sent] : sentText(sent, raw);
  if (sent === undefined || text === undefined) return absent(spec);
  if (text === 'null') {
    if (options.nullable) return null;
    if (options.nullMeansAbsent) return absent(spec);
  }
  const value = kind.decode(text, sent);
  const complaint = options.check && runCheck(options.check, value);
  if (complaint !== undefined) throw paramErrors.custom(sent, complaint);
  return value;
}

/** The option is typed for the parameter's own values, of which the kind has just produced one. */
function runCheck(check: (value: never) => string | undefined, value: unknown): string | undefined {
  const complaint: unknown = Reflect.apply(check, undefined, [value]);
  return typeof complaint === 'string' ? complaint : undefined;
}

function absent(spec: ParamSpec): unknown {
  if (!spec.optional) throw paramErrors.missing(spec.name);
  return spec.options.default;
}

function sentName({ names }: ParamSpec, { form, query }: RawParams): string | undefined {
  let found: string | undefined;
  for (const name of names) {
    if (form[name] === undefined && query[name] === undefined) continue;
    if (found !== undefined) throw paramErrors.confusing(found, name);
    found = name;
  }
  return found;
}

function findFile(spec: ParamSpec, files: readonly UploadedFile[]): UploadedFile | undefined {
  const file = spec.file?.anyName ? files[0] : files.find(({ fieldName }) => spec.names.includes(fieldName));
  if (spec.file?.anyName && files.length > 1) throw badRequest('You may only upload one file at a time');
  if (file && spec.file && file.content.length > spec.file.maxBytes) throw fileTooLarge(spec.file.maxBytes);
  return file;
}

/** The error for a file above an endpoint's limit. */
export function fileTooLarge(maxBytes: number): DomainError {
  const limit = Math.floor(maxBytes / (1024 * 1024));
  return badRequest(`Uploaded file is larger than the allowed limit of ${limit} MiB`);
}
