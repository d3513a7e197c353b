import { RelayAnswer, failure, unauthorized } from './relay-answer';

/**
 * How the relay acts from now on: `refuse` drops connections, `timeout` never answers, `device_gone` reports every address
 * as expired, the others answer with the error that their name says.
 */
export const MODES = [
  'ok',
  'refuse',
  'timeout',
  'server_error',
  'unauthorized',
  'missing_realm',
  'plan_expired',
  'device_gone',
] as const;
export type Mode = (typeof MODES)[number];

export function isMode(value: unknown): value is Mode {
  return MODES.some((mode) => mode === value);
}

const PLAN_EXPIRED = "Your plan doesn't allow sending push notifications. Reason provided by the server: plan expired";

/**
 * What a call gets in a mode: an answer, no connection, no answer, or the usual treatment.
 * @param isPush whether it is below `push/`: calls of the server itself need neither a plan nor an organization
 */
export function forcedAnswer(mode: Mode, isPush: boolean): RelayAnswer | 'refuse' | 'timeout' | undefined {
  switch (mode) {
    case 'refuse':
    case 'timeout':
      return mode;
    case 'server_error':
      return failure(500, 'INTERNAL_SERVER_ERROR', 'Internal server error');
    case 'unauthorized':
      return unauthorized('Relay auth failure: key does not match role');
    case 'missing_realm':
      return isPush ? failure(403, 'MISSING_REMOTE_REALM', 'Organization not registered') : undefined;
    case 'plan_expired':
      return isPush ? failure(400, 'PUSH_NOTIFICATIONS_DISALLOWED', PLAN_EXPIRED) : undefined;
    case 'ok':
    case 'device_gone':
      return undefined;
  }
}
