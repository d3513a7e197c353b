import type { PartitionState } from '@stoa/contracts/changes';
import type { RedisLink } from './redis-link';
import { asList, asNumber, asText, asTexts, statusOf } from './reply';
import { scripts } from './scripts';
import type { Slot } from './slot';
import type { KeySpace } from './slot-keys';
import type {
  AwayQueue,
  CollectedQueue,
  DeathReason,
  QueueDescriptor,
  SlotPosition,
  SlotRefusal,
  SlotState,
  ParkedQueue,
} from './types';

const PURGED_PER_CALL = 50;
/** An entry of an event list is `<id> <bytes> <merge key> <ref> …` (scripts/common.lua). */
const ENTRY_REFS = 3;
const HEARTBEAT_REF = '*';
const REASONS: readonly DeathReason[] = ['idle', 'unopened', 'deleted', 'overflow', 'epoch', 'slot', 'corrupt'];

/** Duties of a slot's owner other than appending. They may be done twice, or at the same time as another owner. */
export class SlotKeeper {
  constructor(
    private readonly link: RedisLink,
    private readonly keys: KeySpace,
    private readonly pendingMs: number,
    private readonly parseDescriptor: (text: string) => QueueDescriptor,
  ) {}

  async readSlot(slot: Slot): Promise<SlotState> {
    const reply = asList(await this.link.run(scripts.slotState, this.keys.of(slot).fixed, []));
    const ready = reply[1] !== null && reply[2] !== null;
    return {
      version: asNumber(reply[0]),
      position: ready ? { epoch: asNumber(reply[1]), seq: asNumber(reply[2]) } : null,
      sameServer: asNumber(reply[3]) === 1,
    };
  }

  /**
   * Remembers the release of the service that fills the slot.
   * @returns whether another release did so before: exactly one caller hears of each change
   */
  async enterRelease(slot: Slot, release: string): Promise<boolean> {
    const reply = asList(await this.link.run(scripts.release, this.keys.of(slot).fixed, [release]));
    return statusOf(reply, ['same', 'changed'] as const) === 'changed';
  }

  /**
   * Makes a slot ready that has no position (fresh or lost Redis). Until then no queue can be created in it.
   * @param position the log's head, read before this call, so that every queue made later has it in its snapshot
   * @returns false if the slot had a position
   */
  async initialiseSlot(slot: Slot, position: SlotPosition): Promise<boolean> {
    const args = [position.epoch, position.seq];
    const reply = asList(await this.link.run(scripts.initialise, this.keys.of(slot).fixed, args));
    return statusOf(reply, ['done', 'exists'] as const) === 'done';
  }

  /**
   * Ends every queue of the slot and restarts it at `position` (the log's head, read before this call), on the server that
   * holds it now. Returns the parked requests to finish.
   */
  async expireSlot(slot: Slot, position: SlotPosition): Promise<ParkedQueue[]> {
    const args = ['slot', position.epoch, position.seq];
    return parkedQueues(asList(await this.link.run(scripts.expire, this.keys.of(slot).fixed, args))[1]);
  }

  /**
   * Enters a new epoch of the log: ends the queues that hold, or whose initial state may hold, something from a tail
   * that the log lost, and sets the position back to before the epoch's first seq. All of them, if the epoch does not
   * follow the one that the slot knows: then it is not known how far back that one's tail was lost. Does nothing in an
   * epoch that the slot has entered already.
   * @param previousEpoch the one that the new epoch followed, as the log itself has it; null if the log does not know
   */
  async expireQueuesBeyond(
    slot: Slot,
    { epoch, epochFirstSeq, previousEpoch }: Pick<PartitionState, 'epoch' | 'epochFirstSeq' | 'previousEpoch'>,
  ): Promise<{ readonly status: 'done'; readonly parked: ParkedQueue[] } | { readonly status: SlotRefusal }> {
    const args = ['epoch', epoch, epochFirstSeq, previousEpoch ?? ''];
    const reply = asList(await this.link.run(scripts.expire, this.keys.of(slot).fixed, args));
    const status = statusOf(reply, ['done', 'not-ready', 'run-id'] as const);
    return status === 'done' ? { status, parked: parkedQueues(reply[1]) } : { status };
  }

  /**
   * After a refusal `run-id`: accepts the new server run if nothing can have been lost, that is if the server syncs
   * every write and restarted in place. `unsafe`: use {@link expireSlot}.
   */
  async confirmRunId(slot: Slot): Promise<'confirmed' | 'unsafe' | 'not-ready'> {
    if (!(await this.link.syncsEveryWrite())) return 'unsafe';
    const reply = asList(await this.link.run(scripts.confirm, this.keys.of(slot).fixed, []));
    return statusOf(reply, ['confirmed', 'unsafe', 'not-ready'] as const);
  }

  /**
   * To be called before {@link confirmRunId}: keeps what the restarted server left half written from coming back at its
   * next start. @returns why it could not be done, if the server refused
   */
  renewLogs(): Promise<string | undefined> {
    return this.link.renewLogs();
  }

  /**
   * Marks idle and unopened queues dead, reports every dead queue (also deleted and overflowed ones) and removes its
   * events afterwards. A process that dies while reporting leaves the queue dead, to be reported by the next sweep.
   * Do not call this while PostgreSQL or NATS is down, nor for one idle period after.
   */
  async collectIdle(
    slot: Slot,
    report: (queues: readonly CollectedQueue[]) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ readonly status: 'done'; readonly collected: CollectedQueue[] } | { readonly status: SlotRefusal }> {
    const keys = this.keys.of(slot);
    let cursor = '0';
    do {
      const reply = asList(await this.link.run(scripts.collect, keys.fixed, [cursor, this.pendingMs]));
      const status = statusOf(reply, ['done', 'not-ready', 'run-id'] as const);
      if (status !== 'done') return { status };
      cursor = asText(reply[1]);
    } while (cursor !== '0');
    const collected = await this.readDead(keys.dead);
    if (collected.length > 0) await report(collected);
    for (let first = 0; first < collected.length; first += PURGED_PER_CALL) {
      const ids = collected.slice(first, first + PURGED_PER_CALL).map((queue) => queue.descriptor.id);
      await this.link.run(scripts.purge, [...keys.fixed, ...ids.map((id) => keys.list(id))], ids);
    }
    return { status: 'done', collected };
  }

  /**
   * Notices queues that nobody has polled for `awayMs` and that live longer. From then on, and until they are polled
   * again, {@link QueueWriter.loadSlot} says so.
   * @returns those that an earlier call noticed and that were not {@link markHandedOver} for this absence
   */
  async findAway(
    slot: Slot,
    awayMs: number,
  ): Promise<{ readonly status: 'done'; readonly away: AwayQueue[] } | { readonly status: SlotRefusal }> {
    const away: AwayQueue[] = [];
    let cursor = '0';
    do {
      const reply = asList(await this.link.run(scripts.away, this.keys.of(slot).fixed, [cursor, awayMs]));
      const status = statusOf(reply, ['done', 'not-ready', 'run-id'] as const);
      if (status !== 'done') return { status };
      cursor = asText(reply[1]);
      for (const item of asList(reply[2])) {
        const [, lastSeenAt, descriptor] = asList(item);
        away.push({ descriptor: this.parseDescriptor(asText(descriptor)), lastSeenAt: asNumber(lastSeenAt) });
      }
    } while (cursor !== '0');
    return { status: 'done', away };
  }

  /** What waits in these queues was handed over: once per absence and queue. */
  async markHandedOver(slot: Slot, away: readonly AwayQueue[]): Promise<void> {
    const args = away.flatMap(({ descriptor, lastSeenAt }) => [descriptor.id, lastSeenAt]);
    await this.link.run(scripts.handOver, this.keys.of(slot).fixed, args);
  }

  /**
   * Texts, without ids, of the newest events that a queue's client has not confirmed, oldest first. Of a dead one only
   * before the collection that reported it is over.
   */
  async unseenTexts(slot: Slot, queueId: string, limit: number): Promise<string[]> {
    const keys = this.keys.of(slot);
    const entries = await this.link.plain('events of a queue', (client) =>
      client.lrange(keys.list(queueId), -limit, -1),
    );
    const refs = entries.flatMap((entry) =>
      entry
        .split(' ')
        .slice(ENTRY_REFS)
        .filter((ref) => ref !== HEARTBEAT_REF),
    );
    if (refs.length === 0) return [];
    const texts = await this.link.plain('texts of events', (client) => client.hmget(keys.bodies, ...refs));
    return texts.filter((text) => text !== null);
  }

  private async readDead(key: string): Promise<CollectedQueue[]> {
    const records = await this.link.plain('dead queues', (client) => client.hvals(key));
    return records.map((record) => this.parseDead(record));
  }

  /** `<reason> <gateway> <nonce> <descriptor>`, with `-` for no parked request. */
  private parseDead(record: string): CollectedQueue {
    const [head, reason, gatewayId, nonce] = /^(\S+) (\S+) (\S+) /.exec(record) ?? [];
    const stored: QueueDescriptor & { isHandedOver?: boolean } = this.parseDescriptor(
      record.slice(asText(head).length),
    );
    const { isHandedOver = false, ...descriptor } = stored;
    const parked = gatewayId === '-' ? undefined : { gatewayId: asText(gatewayId), nonce: asText(nonce) };
    return { descriptor, reason: statusOf([reason], REASONS), isHandedOver, parked };
  }
}

function parkedQueues(value: unknown): ParkedQueue[] {
  return asList(value).map((item) => {
    const [queueId, gatewayId, nonce] = asTexts(item);
    return { queueId: asText(queueId), gatewayId: asText(gatewayId), nonce: asText(nonce) };
  });
}
