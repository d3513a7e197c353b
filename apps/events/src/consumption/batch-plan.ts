import { AudienceSet, EventBody, EventRoute, decodeBody } from '@stoa/contracts/changes';
import { KEYS_REVOKED } from '@stoa/contracts/events';
import type { StreamedChange } from '@stoa/changes';
import { AppendEntry, bodyRef } from '@stoa/event-queue';
import { EventShaper, ShapedEvent } from '@stoa/event-shape';
import { LiveQueue, LiveQueueIndex, QueueSlot } from './live-queue-index';

/** What one slot gets from a batch. */
export interface SlotPlan {
  readonly entries: Map<string, readonly AppendEntry[]>;
  readonly bodies: Map<string, string>;
}

/**
 * Works out what a batch of changes appends to which queues. Bodies are parsed only when a live queue may get the
 * event, and every form of an event is built once.
 */
export class BatchPlanner {
  private readonly plans = new Map<QueueSlot, SlotPlan>();
  /** Users with live queues whose keys were revoked. */
  readonly revoked = new Set<number>();
  constructor(
    private readonly index: LiveQueueIndex,
    private readonly onMalformed: (change: StreamedChange, error: unknown) => void,
  ) {}

  add(change: StreamedChange): void {
    try {
      this.plan(change);
    } catch (error) {
      // One change that nobody can read must not stop all that follow it.
      this.onMalformed(change, error);
    }
  }

  planOf(slot: QueueSlot): SlotPlan | undefined {
    return this.plans.get(slot);
  }

  private plan(change: StreamedChange): void {
    const { realm, events } = change.routing;
    if (this.index.usersOf(realm) === 0) return;
    let bodies: EventBody[] | undefined;
    const bodyOf = (index: number): EventBody => {
      bodies ??= parseBodies(change);
      const body = bodies[index];
      if (!body) throw new Error('the change has fewer bodies than routes');
      return body;
    };
    events.forEach((route, index) => this.planEvent(change, route, index, () => bodyOf(index)));
  }

  private planEvent(change: StreamedChange, route: EventRoute, eventIndex: number, body: () => EventBody): void {
    const { realm } = change.routing;
    const audience = AudienceSet.decode(route.to);
    if (route.type === KEYS_REVOKED) {
      this.index.forAudience(realm, audience, ({ userId }) => this.revoked.add(userId));
      return;
    }
    let forms: FormEntries | undefined;
    const target = (queue: LiveQueue, isRecipient: boolean) => {
      if (!queue.shape.wantsType(route.type) || queue.slot.appliedSeq >= change.seq) return;
      forms ??= new FormEntries(change, eventIndex, body());
      const shaped = forms.shaper.shapeFor(queue.shape, queue.id, queue.userId, isRecipient);
      if (shaped) this.append(queue, forms.entriesOf(shaped), shaped);
    };
    this.index.forAudience(realm, audience, target);
    if (route.publicChannel !== undefined) this.index.forPublicListeners(realm, audience, target);
  }

  private append(queue: LiveQueue, entries: readonly AppendEntry[], shaped: ShapedEvent): void {
    let plan = this.plans.get(queue.slot);
    if (!plan) {
      plan = { entries: new Map(), bodies: new Map() };
      this.plans.set(queue.slot, plan);
    }
    const before = plan.entries.get(queue.id);
    plan.entries.set(queue.id, before ? [...before, ...entries] : entries);
    const [first] = entries;
    if (first && plan.bodies.has(first.bodyRef)) return;
    entries.forEach((entry, index) => plan.bodies.set(entry.bodyRef, shaped.texts[index] ?? ''));
  }
}

/** The append entries of one event, one list per form. */
class FormEntries {
  readonly shaper: EventShaper;
  private readonly entries = new Map<ShapedEvent, readonly AppendEntry[]>();

  constructor(
    private readonly change: StreamedChange,
    private readonly eventIndex: number,
    body: EventBody,
  ) {
    this.shaper = new EventShaper(body, flagsOf(body));
  }

  entriesOf(shaped: ShapedEvent): readonly AppendEntry[] {
    let entries = this.entries.get(shaped);
    if (!entries) {
      const { epoch, seq, xid } = this.change;
      const { key, mergeKey } = shaped;
      entries = shaped.texts.map((_text, index) => {
        const form = index === 0 ? key : `${key}#${index}`;
        return { seq, xid, bodyRef: bodyRef(epoch, seq, this.eventIndex, form), ...(mergeKey ? { mergeKey } : {}) };
      });
      this.entries.set(shaped, entries);
    }
    return entries;
  }
}

/** @throws SyntaxError, Error for a change that is not one */
export function parseBodies(change: StreamedChange): EventBody[] {
  if (change.body === undefined) throw new Error('the change came without its body');
  return decodeBody(change.body);
}

const NO_FLAGS: readonly string[] = [];

function flagsOf({ flags }: EventBody): (userId: number) => readonly string[] {
  const groups = (flags ?? []).map((group) => ({ flags: group.flags, users: AudienceSet.decode(group.to) }));
  if (groups.length === 0) return () => NO_FLAGS;
  return (userId) => groups.find((group) => group.users.has(userId))?.flags ?? NO_FLAGS;
}
