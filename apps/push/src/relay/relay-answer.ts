import type { TSchema, Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** What an answer of the relay means to the caller (push.md 7.1). */
export type RelayAnswer<T> = RelaySuccess<T> | RelayFailure;

export interface RelaySuccess<T> {
  kind: 'ok';
  value: T;
}

export type RelayFailure =
  /** The relay cannot be reached, does not answer in time, or has a fault: later it may work. */
  | { kind: 'retry'; reason: 'network' | 'server'; detail: string }
  /** Somebody who runs the service has to act: credentials, or an answer that no relay should give. */
  | { kind: 'operator'; reason: 'credentials' | 'unexpected'; detail: string }
  /** The relay does not know the organization, although its data were uploaded. */
  | { kind: 'missing_realm'; detail: string }
  /** The plan does not allow notifications. */
  | { kind: 'plan'; code: 'PUSH_NOTIFICATIONS_DISALLOWED'; msg: string }
  /** Any other 4xx: this call is wrong, and would be again. */
  | { kind: 'refused'; status: number; code: string; msg: string };

/** Code of the real relay for credentials that it does not know; it sends 401 as well. */
const UNKNOWN_SERVER = 'INVALID_ZULIP_SERVER';
const LONGEST_DETAIL = 300;

/** An answer as it came: a status and a body that may be no JSON. */
export interface RawAnswer {
  status: number;
  text: string;
}

/**
 * Reads an answer by push.md 7.1.
 * @param schema what a success holds; one that does not is an unexpected answer
 */
export function readAnswer<T extends TSchema>(schema: T, { status, text }: RawAnswer): RelayAnswer<Static<T>> {
  const body = parsed(text);
  if (status === 200) {
    if (Value.Check(schema, body)) return { kind: 'ok', value: body };
    return { kind: 'operator', reason: 'unexpected', detail: `a success of another form: ${shortened(text)}` };
  }
  const code = textOf(body, 'code') ?? 'BAD_REQUEST';
  const msg = textOf(body, 'msg') ?? shortened(text);
  if (status >= 500) return { kind: 'retry', reason: 'server', detail: `status ${status}: ${msg}` };
  // 1000 requests a minute are allowed; the next minute has others.
  if (status === 429) return { kind: 'retry', reason: 'server', detail: msg };
  if (status < 400) return { kind: 'operator', reason: 'unexpected', detail: `status ${status}` };
  if (status === 401 || code === UNKNOWN_SERVER) return { kind: 'operator', reason: 'credentials', detail: msg };
  if (status === 403 && code === 'MISSING_REMOTE_REALM') return { kind: 'missing_realm', detail: msg };
  if (status === 400 && code === 'PUSH_NOTIFICATIONS_DISALLOWED') return { kind: 'plan', code, msg };
  return { kind: 'refused', status, code, msg };
}

/** Short name of an answer's meaning, for metrics and logs. */
export function outcomeOf(answer: RelayAnswer<unknown>): string {
  switch (answer.kind) {
    case 'ok':
    case 'missing_realm':
    case 'plan':
      return answer.kind;
    case 'retry':
    case 'operator':
      return answer.reason;
    case 'refused':
      return KNOWN_REFUSALS.has(answer.code) ? answer.code.toLowerCase() : 'refused';
  }
}

/** Codes of the relay; only these become names of a metric, whose number must stay small. */
const KNOWN_REFUSALS = new Set([
  'BAD_REQUEST',
  'INVALID_BOUNCER_PUBLIC_KEY',
  'REQUEST_EXPIRED',
  'REMOTE_REALM_SERVER_MISMATCH_ERROR',
  'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
]);

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function textOf(body: unknown, field: string): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === 'string' ? value : undefined;
}

function shortened(text: string): string {
  return text.length > LONGEST_DETAIL ? `${text.slice(0, LONGEST_DETAIL)}…` : text;
}
