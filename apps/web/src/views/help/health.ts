import type { ConnectionStatus } from '../../live/status';
import type { Outgoing } from '../../outbox/outbox';

/** How well the client is connected, for whoever wonders (web.md 9). */
export interface Health {
  readonly kind: ConnectionStatus['kind'];
  /** Since the service was heard, or since it is tried; undefined where nothing is tried any more. */
  readonly silentSeconds?: number;
  /** Messages that the service does not have yet. */
  readonly waiting: number;
  /** Messages that it refused. */
  readonly refused: number;
}

function heardAt(status: ConnectionStatus): number | undefined {
  if ('heardAt' in status) return status.heardAt;
  return 'since' in status ? status.since : undefined;
}

/** @param now milliseconds of the local clock */
export function healthOf(status: ConnectionStatus, messages: readonly Outgoing[], now: number): Health {
  const heard = heardAt(status);
  return {
    kind: status.kind,
    ...(heard === undefined ? {} : { silentSeconds: Math.max(0, Math.round((now - heard) / 1000)) }),
    waiting: messages.filter(({ state }) => state === 'sending' || state === 'waiting').length,
    refused: messages.filter(({ state }) => state === 'failed').length,
  };
}
