import { TSchema } from '@sinclair/typebox';
import { TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { CLIENT_EVENT_SCHEMAS } from '@stoa/contracts/events';
import { coverage } from './coverage-recorder';
import { UndocumentedError } from './response-checker';

/** Compiled at first use: a test file meets few of the many events. */
class EventCheck {
  private compiled: TypeCheck<TSchema> | undefined;

  constructor(private readonly schema: TSchema) {}

  get check(): TypeCheck<TSchema> {
    return (this.compiled ??= TypeCompiler.Compile(this.schema));
  }
}

let byType: Map<string, EventCheck[]> | undefined;

/** `type` or `type/op` of each schema; a schema whose op has several values counts for each. */
function checksByType(): Map<string, EventCheck[]> {
  if (byType) return byType;
  byType = new Map();
  const schemas: readonly TSchema[] = CLIENT_EVENT_SCHEMAS;
  for (const schema of schemas) {
    const properties: Record<string, { const?: string; anyOf?: { const?: string }[] } | undefined> = schema.properties;
    const eventCheck = new EventCheck(schema);
    const operations = properties.op?.anyOf?.map((choice) => choice.const) ?? [properties.op?.const];
    for (const operation of operations) {
      const key = eventKey(properties.type?.const, operation);
      byType.set(key, [...(byType.get(key) ?? []), eventCheck]);
    }
  }
  return byType;
}

function eventKey(type: unknown, op: unknown): string {
  return op === undefined ? String(type) : `${String(type)}/${String(op)}`;
}

/** `type` or `type/op` of every event that is declared. */
export function declaredEvents(): string[] {
  return [...checksByType().keys()].sort();
}

/** @throws UndocumentedError when an event of the list is none that is declared, or has other fields */
export function checkEvents(events: readonly { type?: unknown; op?: unknown }[]): void {
  for (const event of events) {
    const key = eventKey(event.type, event.op);
    const checks = checksByType().get(key);
    if (!checks) throw new UndocumentedError(`the event ${key} is not declared`);
    if (checks.some(({ check }) => check.Check(event))) {
      coverage.event(key);
      continue;
    }
    const [error] = [...(checks[0]?.check.Errors(event) ?? [])];
    throw new UndocumentedError(
      `the event ${key} differs at ${error?.path ?? '?'}: ${error?.message ?? '?'}\n${JSON.stringify(event).slice(0, 2000)}`,
    );
  }
}
