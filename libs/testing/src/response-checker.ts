import Ajv2020, { ValidateFunction } from 'ajv/dist/2020';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** The API reference does not describe what came, or what came differs from it. */
export class UndocumentedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UndocumentedError';
  }
}

/** Errors that every endpoint may answer have at least these fields; what else they carry is theirs. */
const ERROR_SCHEMA = {
  type: 'object',
  required: ['result', 'msg'],
  properties: { result: { const: 'error' }, msg: { type: 'string', minLength: 1 }, code: { type: 'string' } },
};

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Forbids fields that a schema does not name. Parts of an `allOf` see only their share, so there the whole is closed.
 */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) copy[key] = key === 'allOf' ? value : closed(value);
  const open = !('additionalProperties' in copy) && !('unevaluatedProperties' in copy);
  if (open && ('properties' in copy || 'allOf' in copy)) copy.unevaluatedProperties = false;
  return copy;
}

/** Checks answers against the OpenAPI document that the gateway itself serves. */
export class ResponseChecker {
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    validateFormats: false,
    // Most answers are met a few times only: making checks fast costs more than it saves.
    code: { optimize: false },
  });
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly paths: [RegExp, JsonObject, string][];
  private readonly checkError: ValidateFunction;

  constructor(document: unknown) {
    if (!isObject(document) || !isObject(document.paths)) throw new UndocumentedError('the API document has no paths');
    this.paths = Object.entries(document.paths)
      .filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
      // Fixed paths before ones with variable parts.
      .sort(([a], [b]) => a.split('{').length - b.split('{').length)
      .map(([template, item]): [RegExp, JsonObject, string] => [pathPattern(template, item), item, template])
      // Parts that must be numbers before ones that may be any text.
      .sort(([a], [b]) => b.source.split(INTEGER_PART).length - a.source.split(INTEGER_PART).length);
    this.ajv.addSchema({ $id: 'document', components: closed(document.components ?? {}) });
    this.checkError = this.ajv.compile(ERROR_SCHEMA);
  }

  /** @throws UndocumentedError naming the first difference */
  check(method: string, path: string, status: number, body: unknown): void {
    if (status >= 400) return this.demand(this.checkError, body, `${method} ${path} ${status}`);
    const [operation, template] = this.operation(method, path);
    const responses = operation.responses;
    const response = isObject(responses) ? (responses[String(status)] ?? responses.default) : undefined;
    const content = isObject(response) && isObject(response.content) ? response.content['application/json'] : undefined;
    const schema = isObject(content) ? content.schema : undefined;
    if (!isObject(schema)) throw new UndocumentedError(`${method} ${path} does not document its status ${status}`);
    this.demand(this.validator(`${method} ${template} ${status}`, schema), body, `${method} ${path}`);
  }

  /** Method and path template of the endpoint that answers a request, if there is one. */
  endpointOf(method: string, path: string): string | undefined {
    const found = this.find(method, path);
    return found && `${method} ${found[1]}`;
  }

  private operation(method: string, path: string): [JsonObject, string] {
    const found = this.find(method, path);
    if (!found) throw new UndocumentedError(`${method} ${path} is not in the API document`);
    return found;
  }

  private find(method: string, path: string): [JsonObject, string] | undefined {
    for (const [pattern, item, template] of this.paths) {
      const operation = item[method.toLowerCase()];
      if (pattern.test(path) && isObject(operation)) return [operation, template];
    }
    return undefined;
  }

  private validator(key: string, schema: JsonObject): ValidateFunction {
    const known = this.compiled.get(key);
    if (known) return known;
    const referring = JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/'));
    const compiled = this.ajv.compile(referring);
    this.compiled.set(key, compiled);
    return compiled;
  }

  private demand(validate: ValidateFunction, body: unknown, what: string): void {
    if (validate(body)) return;
    const [first] = validate.errors ?? [];
    const extra = first?.params ? ` ${JSON.stringify(first.params)}` : '';
    throw new UndocumentedError(
      `${what}: ${first?.instancePath || 'body'} ${first?.message}${extra}\n${JSON.stringify(body)?.slice(0, 2000)}`,
    );
  }
}

const INTEGER_PART = '\\d+';

/** `/users/{user_id}` → `^(/api/v1)?/users/\d+$`, as the part is declared an integer. */
function pathPattern(template: string, item: JsonObject): RegExp {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const parts = escaped.replace(/\{([^}]+)\}/g, (_all, name: string) => {
    if (isParameter(item, name, takesRest)) return '.+';
    return isParameter(item, name, isInteger) ? INTEGER_PART : '[^/]+';
  });
  return new RegExp(`^(?:/api/v1)?${parts}$`);
}

/** Whether a part of the path is declared so by any of the path's methods. */
function isParameter(item: JsonObject, name: string, isSo: (parameter: JsonObject) => boolean): boolean {
  return Object.values(item).some(
    (operation) =>
      isObject(operation) &&
      Array.isArray(operation.parameters) &&
      operation.parameters.some(
        (parameter) => isObject(parameter) && parameter.in === 'path' && parameter.name === name && isSo(parameter),
      ),
  );
}

function isInteger({ schema }: JsonObject): boolean {
  return isObject(schema) && schema.type === 'integer';
}

function takesRest(parameter: JsonObject): boolean {
  return parameter['x-takes-rest'] === true;
}
