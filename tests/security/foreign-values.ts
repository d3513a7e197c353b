import { DocumentedEndpoint, DocumentedParameter, Schema } from '../support/api-document';

/** What stands in a value where something is named. */
export interface Names {
  integer: number;
  text: string;
}

/** Narrow terms whose operands name something; the schema of the parameter does not list them. */
const TERMS: ((names: Names) => { operator: string; operand: unknown })[] = [
  ...['channel', 'sender', 'id', 'near', 'with'].map((operator) => (names: Names) => ({
    operator,
    operand: names.integer,
  })),
  ...['dm', 'dm-including', 'channels'].map((operator) => (names: Names) => ({ operator, operand: [names.integer] })),
  ...['channel', 'sender', 'dm', 'topic'].map((operator) => (names: Names) => ({ operator, operand: names.text })),
];

/** Values of a parameter, as they are sent, that name something by its id or by its text wherever the schema allows. */
export function valuesNaming(parameter: DocumentedParameter, names: Names): string[] {
  const { name, schema, isJson } = parameter;
  if (name === 'narrow') return TERMS.map((term) => JSON.stringify([term(names)]));
  const filled = fill(schema, names).map((value) =>
    typeof value === 'string' && !isJson ? value : JSON.stringify(value),
  );
  // Where any text goes, JSON may be understood: recipients, users by id or address.
  const asJson = [
    String(names.integer),
    `[${names.integer}]`,
    ...(isAddress(names.text) ? [JSON.stringify([names.text])] : []),
  ];
  return [...new Set(isFreeText(parameter) ? [...filled, ...asJson] : filled)];
}

function isAddress(text: string): boolean {
  return text.includes('@');
}

/** Takes any text. */
export function isFreeText({ schema, isJson }: DocumentedParameter): boolean {
  return !isJson && fill(schema, { integer: 1, text: 'text' }).includes('text');
}

/** One value per alternative of a schema; only numbers and texts are varied. */
function fill(schema: Schema, names: Names): unknown[] {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return alternatives.flatMap((alternative: Schema) => fill(alternative, names));
  if (Array.isArray(schema.enum)) return [schema.enum[0]];
  if ('const' in schema) return [schema.const];
  const [type] = [schema.type].flat();
  if (type === 'integer' || type === 'number') return [names.integer];
  if (type === 'string') return [names.text];
  if (type === 'boolean') return [true];
  if (type === 'array') return fill(isSchema(schema.items) ? schema.items : {}, names).map((item) => [item]);
  if (type === 'object') return filledObjects(schema, names);
  return [names.integer, names.text];
}

function filledObjects(schema: Schema, names: Names): unknown[] {
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  const other = [
    schema.additionalProperties,
    ...Object.values(isSchema(schema.patternProperties) ? schema.patternProperties : {}),
  ];
  const keyed = other
    .filter(isSchema)
    .flatMap((inner) => fill(inner, names).map((value) => ({ [names.integer]: value })));
  if (properties.length === 0) return keyed.length > 0 ? keyed : [{ [names.integer]: names.integer }];
  const choices = properties.map(([name, inner]): [string, unknown[]] => [
    name,
    fill(isSchema(inner) ? inner : {}, names),
  ]);
  const most = Math.max(...choices.map(([, values]) => values.length));
  const whole = Array.from({ length: most }, (_none, index) =>
    Object.fromEntries(choices.map(([name, values]) => [name, values[Math.min(index, values.length - 1)]])),
  );
  return [...whole, ...keyed];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without these some endpoints have nothing to do, and do not look whom for. */
const SOMETHING_TO_DO: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'PATCH /default_stream_groups/{group_id}': { new_description: 'other' },
  'PATCH /default_stream_groups/{group_id}/streams': { op: 'add', stream_names: '["general"]' },
  'PATCH /messages/{message_id}': { content: 'other' },
  'PATCH /scheduled_messages/{scheduled_message_id}': { content: 'other' },
  'PATCH /user_groups/{user_group_id}': { description: 'other' },
  'PATCH /users/me/subscriptions/{stream_id}': { property: 'pin_to_top', value: 'true' },
  'POST /messages/{message_id}/report': { report_type: 'spam' },
  'POST /user_groups/{user_group_id}/members': { add: '[999999999]' },
  'POST /user_groups/{user_group_id}/subgroups': { add: '[999999999]' },
  'POST /users/{user_id}/status': { status_text: 'away' },
};

/**
 * Raw values of what an endpoint needs in addition to a parameter: from `things`, else of the schema's making. There is
 * a set for each choice that the endpoint asks for, unless the parameter is in the way of none: then one will do.
 */
export function requiredValues(
  { method, path, parameters }: DocumentedEndpoint,
  varied: DocumentedParameter,
  things: ReadonlyMap<string, unknown>,
): Record<string, string>[] {
  const required = parameters.filter(({ isRequired, isFile }) => isRequired && !isFile);
  const values = {
    ...Object.fromEntries(required.map((parameter) => [parameter.name, usual(path, parameter, things)])),
    ...(varied.place === 'path' ? SOMETHING_TO_DO[`${method} ${path}`] : {}),
  };
  const choice = required.find(({ schema }) => Array.isArray(schema.enum));
  if (!choice || !Array.isArray(choice.schema.enum)) return [values];
  const sets = choice.schema.enum.map((option) => ({ ...values, [choice.name]: String(option) }));
  return isFreeText(varied) && !varied.isRequired ? sets.slice(-1) : sets;
}

function usual(
  path: string,
  { name, schema, isJson }: DocumentedParameter,
  things: ReadonlyMap<string, unknown>,
): string {
  const own = things.get(`${path} ${name}`) ?? things.get(name);
  if (own !== undefined) return typeof own === 'string' && isJson ? JSON.stringify(own) : String(own);
  const [value] = fill(schema, { integer: 1, text: 'text' });
  return typeof value === 'string' && !isJson ? value : JSON.stringify(value);
}
