import type { Zones } from './network';

/** Which machine has what. */
export interface Layout {
  machines: readonly string[];
  zones?: Zones;
  /** Machines with a replica, by service. */
  services: Readonly<Record<'gateway' | 'messages' | 'events' | 'users' | 'presence', readonly string[]>>;
  nats: readonly string[];
  /** Machines of the primaries; of the replicas, by the machine of their primary. */
  redis: { primaries: readonly string[]; replicas: Readonly<Record<string, string>> };
  postgres: { primary: string; standbys: readonly string[] };
}

/**
 * A small installation, where a node is a zone: a, b and c have a replica of each service and a NATS server each; a, b and d
 * a primary of Redis, c and b the replicas of a's and d's. d has the primary of PostgreSQL, b and c have its standbys.
 */
export const NODES: Layout = {
  machines: ['a', 'b', 'c', 'd'],
  services: {
    gateway: ['a', 'b', 'c'],
    messages: ['a', 'b', 'c'],
    events: ['a', 'b', 'c'],
    users: ['a', 'b', 'c'],
    presence: ['b'],
  },
  nats: ['a', 'b', 'c'],
  redis: { primaries: ['a', 'b', 'd'], replicas: { a: 'c', d: 'b' } },
  postgres: { primary: 'd', standbys: ['b', 'c'] },
};

/**
 * Three zones of two machines each. Each zone has a replica of each service but presence, spread over its machines, and a
 * NATS server. South has the primary of PostgreSQL, the others have its standbys. North has a primary of Redis; west has none,
 * and the replicas of north's and of one of south's.
 */
export const ZONES: Layout = {
  machines: ['north1', 'north2', 'south1', 'south2', 'west1', 'west2'],
  zones: { north: ['north1', 'north2'], south: ['south1', 'south2'], west: ['west1', 'west2'] },
  services: {
    gateway: ['north1', 'south1', 'west1'],
    messages: ['north2', 'south2', 'west2'],
    events: ['north1', 'south1', 'west2'],
    users: ['north2', 'south2', 'west1'],
    presence: ['south1'],
  },
  nats: ['north1', 'south2', 'west1'],
  redis: { primaries: ['north2', 'south1', 'south2'], replicas: { north2: 'west1', south1: 'west2' } },
  postgres: { primary: 'south2', standbys: ['north2', 'west2'] },
};
