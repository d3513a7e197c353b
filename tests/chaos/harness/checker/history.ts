import { AudienceSet, EventBody, decodeBody, decodeRouting } from '@stoa/contracts/changes';
import { StoredEvent } from '@stoa/contracts/events';
import { NO_CAPABILITIES } from '@stoa/contracts/users';
import { EventShaper, QueueShape } from '@stoa/event-shape';
import { MODERN_CAPABILITIES } from '../../../support/folding';
import type { QueueRecord } from '../records';

/** A row of `change_log`. */
export interface LogRow {
  partition: number;
  seq: number;
  xid: number;
  realmId: number;
  routing: string;
  body: string;
}

/** An event of the log, ready to be compared. */
export interface LogEvent {
  partition: number;
  seq: number;
  xid: number;
  realmId: number;
  /** The life of the database in which it was committed. */
  life: number;
  type: string;
  audience: AudienceSet;
  body: EventBody;
  event: StoredEvent;
}

/** What a queue should deliver to its client, in order. */
export interface ExpectedEvent {
  seq: number;
  xid: number;
  life: number;
  text: string;
}

interface Life {
  /** Head of each partition when it began: what had been numbered above it is lost. */
  heads: ReadonlyMap<number, number>;
  events: LogEvent[];
}

/** Types that no client gets. */
const INTERNAL = 'internal/';

/**
 * The committed history, life by life: a database that is put back in time forgets what came after and begins another.
 */
export class History {
  private readonly lives: Life[] = [];

  /** Adds a life. @param rows of the whole log as that life had it in the end */
  addLife(heads: ReadonlyMap<number, number>, rows: readonly LogRow[]): void {
    const life = this.lives.length;
    const fresh = rows.filter(({ partition, seq }) => seq > (heads.get(partition) ?? 0));
    this.lives.push({ heads, events: fresh.flatMap((row) => eventsOf(row, life)) });
  }

  get newest(): number {
    return this.lives.length - 1;
  }

  /** What had been committed and was not lost, as a life knew it in the end; by partition, then seq. */
  events(life: number): LogEvent[] {
    const kept = this.lives.slice(0, life + 1).flatMap(({ events }, index) => {
      const later = this.lives.slice(index + 1, life + 1);
      return events.filter(({ partition, seq }) => later.every(({ heads }) => seq <= (heads.get(partition) ?? 0)));
    });
    return kept.sort((a, b) => a.partition - b.partition || a.seq - b.seq);
  }

  /** Every event that was ever committed, lost ones included. */
  everything(): LogEvent[] {
    return this.lives.flatMap(({ events }) => events);
  }
}

function eventsOf(row: LogRow, life: number): LogEvent[] {
  const bodies = decodeBody(row.body);
  return decodeRouting(row.routing).events.flatMap((route, index) => {
    const body = bodies[index];
    if (!body) throw new Error(`change ${row.partition}/${row.seq} has fewer bodies than routes`);
    const { partition, seq, xid, realmId } = row;
    const audience = AudienceSet.decode(route.to);
    return [{ partition, seq, xid, realmId, life, type: route.type, audience, body, event: body.event }];
  });
}

/** Fits events of the log to queues; what one form of an event looks like is worked out once. */
export class Expectations {
  private readonly shapers = new Map<EventBody, EventShaper>();
  private readonly byLife = new Map<number, LogEvent[]>();

  constructor(private readonly history: History) {}

  of(queue: QueueRecord, life: number): ExpectedEvent[] {
    const shape = new QueueShape({
      realmHost: queue.realm.host,
      eventTypes: null,
      applyMarkdown: queue.applyMarkdown,
      clientGravatar: false,
      slimPresence: true,
      includeSubscribers: true,
      narrow: [],
      capabilities: { ...NO_CAPABILITIES, ...MODERN_CAPABILITIES },
    });
    return this.events(life).flatMap((event) => {
      if (event.realmId !== queue.realm.id || !event.audience.has(queue.userId)) return [];
      if (event.type.startsWith(INTERNAL)) return [];
      const shaped = this.shaperOf(event).shapeFor(shape, queue.queueId, queue.userId);
      const { seq, xid, life: own } = event;
      return (shaped?.texts ?? []).map((text) => ({ seq, xid, life: own, text: normalized(text) }));
    });
  }

  private events(life: number): LogEvent[] {
    let events = this.byLife.get(life);
    if (!events) this.byLife.set(life, (events = this.history.events(life)));
    return events;
  }

  private shaperOf({ body }: LogEvent): EventShaper {
    let shaper = this.shapers.get(body);
    if (!shaper) this.shapers.set(body, (shaper = new EventShaper(body, flagsOf(body))));
    return shaper;
  }
}

function flagsOf({ flags }: EventBody): (userId: number) => readonly string[] {
  const groups = (flags ?? []).map(({ flags: names, to }) => ({ names, users: AudienceSet.decode(to) }));
  return (userId) => groups.find(({ users }) => users.has(userId))?.names ?? [];
}

function normalized(text: string): string {
  return JSON.stringify(JSON.parse(text));
}
