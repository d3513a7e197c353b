export const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'] as const;
export type ServiceName = (typeof SERVICES)[number];
export const SERVERS = ['nats', 'redis', 'postgres'] as const;
export type ServerName = (typeof SERVERS)[number];

/**
 * What a link between a process and a server does to the bytes: holds them back and delivers them when the fault is over
 * (`drop`), delays them, delivers them in halves, delivers half of something and then breaks (`cut`), breaks every
 * connection (`reset`), accepts none (`refuse`).
 */
export const LINK_FAULTS = ['drop', 'delay', 'halve', 'cut', 'reset', 'refuse'] as const;
export type LinkFaultKind = (typeof LINK_FAULTS)[number];

/** One replica of a service, or all of them. */
export type Replica = number | 'all';

/** One fault, as the schedule plans it. Times are in milliseconds. `pauses`: twice, with `gapMs` between. */
export type Fault =
  | { kind: 'service.kill'; service: ServiceName; replica: Replica }
  | { kind: 'service.pause'; service: ServiceName; replica: Replica; forMs: number }
  | { kind: 'service.pauses'; service: ServiceName; replica: Replica; forMs: number; gapMs: number }
  | { kind: 'service.restart'; service: ServiceName; replica: Replica }
  | { kind: 'service.rolling' }
  | { kind: 'clock.step'; service: ServiceName; replica: Replica; byMs: number; forMs: number }
  | { kind: 'server.kill'; server: ServerName }
  | { kind: 'server.pause'; server: ServerName; forMs: number }
  | { kind: 'server.pauses'; server: ServerName; forMs: number; gapMs: number }
  | { kind: 'server.down'; server: ServerName; forMs: number }
  | { kind: 'redis.wipe' }
  | { kind: 'redis.full' }
  | { kind: 'postgres.restore'; afterMs: number }
  | { kind: 'link'; link: LinkFaultKind; server: ServerName; service: ServiceName; replica: Replica; forMs: number }
  | { kind: 'edge'; link: LinkFaultKind; forMs: number }
  | { kind: 'nats.slow-consumer'; replica: number; forMs: number }
  | { kind: 'lease.revoke' }
  | { kind: 'lease.steal'; forMs: number }
  | { kind: 'queue.overflow' }
  | { kind: 'push-relay.kill' }
  | { kind: 'push-relay.outage'; forMs: number };

/** The name under which faults are counted. */
export function faultName(fault: Fault): string {
  switch (fault.kind) {
    case 'service.kill':
    case 'service.pause':
    case 'service.pauses':
    case 'service.restart':
    case 'clock.step':
      return `${fault.kind} ${fault.service}${fault.replica === 'all' ? ' (all)' : ''}`;
    case 'server.kill':
    case 'server.pause':
    case 'server.pauses':
    case 'server.down':
      return `${fault.kind} ${fault.server}`;
    case 'link':
      return `link.${fault.link} ${fault.service}–${fault.server}`;
    case 'edge':
      return `link.${fault.link} clients–gateway`;
    default:
      return fault.kind;
  }
}

/** A fault that happened; times are those of the harness, in milliseconds since the epoch. */
export interface FaultRecord {
  fault: Fault;
  startedAt: number;
  /** Nothing is held back or missing any more, but not everything need have recovered; undefined while it lasts. */
  endedAt?: number;
  /** Everything is healthy again; undefined while it is not. */
  recoveredAt?: number;
  /** The outcome, for the report. */
  note?: string;
}
