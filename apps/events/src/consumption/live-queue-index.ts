import { AudienceSet } from '@stoa/contracts/changes';
import type { QueueDescriptor, Slot } from '@stoa/event-queue';
import { QueueShape } from '@stoa/event-shape';

/** The slot that a queue lies in, as far as planning looks at it. */
export interface QueueSlot {
  readonly slot: Slot;
  /** Everything up to this seq was applied. */
  readonly appliedSeq: number;
}

/** A queue that this replica fills. */
export interface LiveQueue {
  readonly id: string;
  readonly userId: number;
  readonly descriptor: QueueDescriptor;
  readonly shape: QueueShape;
  readonly slot: QueueSlot;
}

/** A queue that an event is for; `isRecipient` is false where it comes only through `all_public_streams`. */
export type Target = (queue: LiveQueue, isRecipient: boolean) => void;

class RealmQueues {
  readonly byUser = new Map<number, Set<LiveQueue>>();
  readonly allPublic = new Set<LiveQueue>();
}

/** The live queues of a replica's slots in one partition, found by audience in time of the smaller side. */
export class LiveQueueIndex {
  private readonly byId = new Map<string, LiveQueue>();
  private readonly realms = new Map<number, RealmQueues>();

  get size(): number {
    return this.byId.size;
  }

  /** Adds a queue or replaces its description. */
  put(descriptor: QueueDescriptor, slot: QueueSlot): void {
    const { id, userId, realmId } = descriptor;
    this.remove(id);
    const queue: LiveQueue = { id, userId, descriptor, shape: new QueueShape(descriptor), slot };
    const realm = this.realms.get(realmId) ?? new RealmQueues();
    this.realms.set(realmId, realm);
    const ofUser = realm.byUser.get(userId);
    if (ofUser) ofUser.add(queue);
    else realm.byUser.set(userId, new Set([queue]));
    if (descriptor.allPublicStreams && !descriptor.isGuest) realm.allPublic.add(queue);
    this.byId.set(id, queue);
  }

  remove(id: string): void {
    const queue = this.byId.get(id);
    if (!queue) return;
    const { realmId } = queue.descriptor;
    this.byId.delete(id);
    const realm = this.realms.get(realmId);
    const ofUser = realm?.byUser.get(queue.userId);
    ofUser?.delete(queue);
    if (ofUser?.size === 0) realm?.byUser.delete(queue.userId);
    realm?.allPublic.delete(queue);
    if (realm?.byUser.size === 0) this.realms.delete(realmId);
  }

  /** Forgets the queues of a slot for which `keeps` does not hold. */
  retain(slot: QueueSlot, keeps: (id: string) => boolean): void {
    for (const { id } of this.queuesOf(slot)) if (!keeps(id)) this.remove(id);
  }

  queuesOf(slot: QueueSlot): LiveQueue[] {
    return [...this.byId.values()].filter((queue) => queue.slot === slot);
  }

  usersOf(realmId: number): number {
    return this.realms.get(realmId)?.byUser.size ?? 0;
  }

  hasPublicListeners(realmId: number): boolean {
    return (this.realms.get(realmId)?.allPublic.size ?? 0) > 0;
  }

  /** The queues of a user that get messages of all public channels. */
  publicListenersOf(realmId: number, userId: number): LiveQueue[] {
    const realm = this.realms.get(realmId);
    return [...(realm?.byUser.get(userId) ?? [])].filter((queue) => realm?.allPublic.has(queue));
  }

  /** Calls `target` for every live queue of the audience: iterates whichever is smaller, the audience or the users. */
  forAudience(realmId: number, audience: AudienceSet, target: Target): void {
    const realm = this.realms.get(realmId);
    if (!realm) return;
    if (audience.size <= realm.byUser.size) {
      for (const userId of audience) {
        const queues = realm.byUser.get(userId);
        if (queues) for (const queue of queues) target(queue, true);
      }
      return;
    }
    for (const [userId, queues] of realm.byUser) {
      if (audience.has(userId)) for (const queue of queues) target(queue, true);
    }
  }

  /** Calls `target` for the queues that get every public message and whose user is not in the audience anyway. */
  forPublicListeners(realmId: number, audience: AudienceSet, target: Target): void {
    for (const queue of this.realms.get(realmId)?.allPublic ?? []) {
      if (!audience.has(queue.userId)) target(queue, false);
    }
  }
}
