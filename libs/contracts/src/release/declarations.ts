import '../api';
import { CLIENT_EVENT_SCHEMAS } from '../events';
import { declaredContracts } from '../rpc/define-rpc';
import type { Declarations } from './contract-breaks';
import { type JsonSchema, plainSchema } from './plain-schema';

/** What the sources declare. */
export function currentDeclarations(): Declarations {
  const calls = declaredContracts().map(({ subject, idempotent, request, response }) => [
    subject,
    { idempotent, request: plainSchema(request), response: plainSchema(response) },
  ]);
  return { calls: Object.fromEntries(calls), events: eventsByName(CLIENT_EVENT_SCHEMAS.map(plainSchema)) };
}

/** One line per declaration, so that a difference between releases can be read. */
export function declarationsText({ calls, events }: Declarations): string {
  const lines = (named: object) =>
    Object.entries(named)
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  return `{"calls": {\n${lines(calls)}\n}, "events": {\n${lines(events)}\n}}\n`;
}

/** `reaction add`; several forms of one name are alternatives, and a form with several operations has several names. */
function eventsByName(schemas: JsonSchema[]): Record<string, JsonSchema> {
  const forms = new Map<string, JsonSchema[]>();
  for (const schema of schemas) {
    for (const name of namesOf(schema)) forms.set(name, [...(forms.get(name) ?? []), schema]);
  }
  return Object.fromEntries(
    [...forms].map(([name, [first = {}, ...others]]) => [
      name,
      others.length === 0 ? first : { anyOf: [first, ...others] },
    ]),
  );
}

function namesOf(schema: JsonSchema): string[] {
  const operations = fixedValues(schema, 'op');
  return fixedValues(schema, 'type').flatMap((type) =>
    operations.length === 0 ? [type] : operations.map((operation) => `${type} ${operation}`),
  );
}

function fixedValues({ properties }: JsonSchema, field: string): string[] {
  const choices = properties?.[field]?.anyOf ?? [properties?.[field] ?? {}];
  return choices.flatMap(({ const: value }) => (typeof value === 'string' ? [value] : []));
}
