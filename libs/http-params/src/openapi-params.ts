import { TSchema } from '@sinclair/typebox';
import { JsonSchema, ParamSpec } from './param-spec';
import { MOST_ITEMS } from './schema-check';

/** The parts of an OpenAPI 3.1 operation that describe its parameters. */
export interface DocumentedParams {
  parameters: Record<string, unknown>[];
  requestBody?: Record<string, unknown>;
}

/**
 * Describes an endpoint's parameters for OpenAPI 3.1: path and query as parameters, those of other methods as a form body.
 * Values that are sent as JSON text are marked with the media type application/json.
 */
export function documentParams(specs: readonly ParamSpec[], method: string): DocumentedParams {
  const inQuery = method === 'GET' || method === 'HEAD';
  const own = specs.filter((spec) => !spec.isInPath).flatMap((spec) => [spec, ...otherNames(spec)]);
  const parameters = specs.filter((spec) => spec.isInPath).map((spec) => parameter(spec, 'path'));
  if (inQuery) return { parameters: [...parameters, ...own.map((spec) => parameter(spec, 'query'))] };
  return own.length === 0 ? { parameters } : { parameters, requestBody: formBody(own) };
}

function parameter(spec: ParamSpec, place: 'path' | 'query'): Record<string, unknown> {
  const value = spec.kind?.isJsonText
    ? { content: { 'application/json': { schema: fullSchema(spec) } } }
    : { schema: fullSchema(spec) };
  return {
    name: spec.name,
    in: place,
    required: place === 'path' || !spec.optional,
    description: describe(spec),
    ...(spec.options.deprecated ? { deprecated: true } : {}),
    // OpenAPI has no word for a part of the path that may hold slashes.
    ...(place === 'path' && spec.options.takesRest ? { 'x-takes-rest': true } : {}),
    ...value,
  };
}

function formBody(specs: readonly ParamSpec[]): Record<string, unknown> {
  const properties = Object.fromEntries(
    specs.map((spec) => [spec.name, { ...fullSchema(spec), description: describe(spec) }]),
  );
  const required = specs.filter((spec) => !spec.optional).map((spec) => spec.name);
  const encoding = Object.fromEntries(
    specs.filter((spec) => spec.kind?.isJsonText).map((spec) => [spec.name, { contentType: 'application/json' }]),
  );
  const media = {
    schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
  };
  const hasFiles = specs.some((spec) => spec.file);
  const content: Record<string, unknown> = hasFiles
    ? { 'multipart/form-data': media }
    : { 'application/x-www-form-urlencoded': media, 'multipart/form-data': media };
  return { required: required.length > 0, content };
}

function fullSchema(spec: ParamSpec): JsonSchema {
  const { options, kind } = spec;
  const base: JsonSchema = kind
    ? documented(kind.schema)
    : { type: 'string', contentMediaType: 'application/octet-stream' };
  const nullable = options.nullable || options.nullMeansAbsent ? { anyOf: [base, { type: 'null' }] } : base;
  return {
    ...nullable,
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.deprecated ? { deprecated: true } : {}),
  };
}

/** A plain copy: TypeBox keeps its own notes under symbols, which no document shows. Lists have the bound that is checked. */
function documented(schema: JsonSchema | TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (_key, part: unknown) =>
    isUnbounded(part) ? { ...part, maxItems: MOST_ITEMS } : part,
  );
}

function isUnbounded(part: unknown): part is object {
  return typeof part === 'object' && part !== null && Reflect.get(part, 'type') === 'array' && !('maxItems' in part);
}

function describe({ options }: ParamSpec): string {
  return options.doc;
}

/** Names that are taken for the same parameter, of old clients and of later ones: each has a place of its own. */
function otherNames(spec: ParamSpec): ParamSpec[] {
  const { default: _default, alias = [], ...options } = spec.options;
  const doc = `Another name of \`${spec.name}\`.`;
  return alias.map((name) => ({ ...spec, name, optional: true, options: { ...options, doc, deprecated: true } }));
}
