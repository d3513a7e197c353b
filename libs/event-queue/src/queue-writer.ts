import { AppendChunk, planAppend } from './append-plan';
import type { RedisLink } from './redis-link';
import { asList, asNumber, asText, asTexts, statusOf } from './reply';
import { scripts } from './scripts';
import type { Slot } from './slot';
import type { KeySpace, SlotKeys } from './slot-keys';
import type {
  AppendBatch,
  AppendProgress,
  AppendResult,
  BatchRange,
  EphemeralBatch,
  ForgetSnapshotsResult,
  MoveResult,
  OverflowedQueue,
  QueueDescriptor,
  SlotQueues,
  Wake,
  ParkedQueue,
} from './types';

export interface QueueCaps {
  readonly maxEvents: number;
  /** Sum of the lengths of the events' texts. */
  readonly maxBytes: number;
}

type ChunkResult = AppendProgress & { readonly status: AppendResult['status'] };

/** What the consumer of the change log does with the queues of its slots (design.md I3 to I5). */
export class QueueWriter {
  constructor(
    private readonly link: RedisLink,
    private readonly keys: KeySpace,
    private readonly caps: QueueCaps,
    private readonly parseDescriptor: (text: string) => QueueDescriptor,
  ) {}

  /**
   * The version of each slot, in order; a changed version means that {@link loadSlot} has something new. An error for slots
   * whose server does not answer: in a cluster, the others may.
   */
  async slotVersions(slots: readonly Slot[]): Promise<(number | Error)[]> {
    const keys = slots.map((slot) => this.keys.of(slot).version);
    // One server has all slots: one call, not sixteen commands before each batch.
    const calls = this.link.isCluster ? keys.map((key) => [key]) : [keys];
    const versions = calls.map(async (some) => {
      try {
        return asList(await this.link.run(scripts.slotVersions, some, [])).map(asNumber);
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        return some.map(() => failure);
      }
    });
    return (await Promise.all(versions)).flat();
  }

  /**
   * All live queues of a slot, pending ones included, or only what changed after version `since`. A queue changes, too,
   * when its client goes away or comes back.
   */
  async loadSlot(slot: Slot, since?: number, { withAway = false } = {}): Promise<SlotQueues> {
    const args = [since ?? '', withAway ? 1 : 0];
    const reply = asList(await this.link.run(scripts.load, this.keys.of(slot).fixed, args));
    return {
      version: asNumber(reply[0]),
      complete: asNumber(reply[1]) === 1,
      queues: asTexts(reply[2]).map((text) => this.parseDescriptor(text)),
      removed: asTexts(reply[3]),
      away: asTexts(reply[4]),
    };
  }

  /**
   * Appends the events of the log from `from` (exclusive) to `to` to the slot's queues and moves the position. Calls
   * of at most 500 queues are pipelined; `onProgress` gets what each did at once, so that wakes need not wait for the
   * rest. Repeating a batch, or running it concurrently with another consumer, appends nothing twice.
   * @throws UnavailableError if Redis is away: part of the batch may be appended; repeat it from the slot's position.
   */
  async appendBatch(
    slot: Slot,
    batch: AppendBatch,
    onProgress?: (progress: AppendProgress) => void,
  ): Promise<AppendResult> {
    const chunks = planAppend(batch);
    if (chunks.length === 0) return { ...NOTHING, status: applied(await this.movePosition(slot, batch)) };
    const only = chunks.length === 1;
    const results = await settleAll(
      chunks.map(async (chunk) => {
        const result = await this.appendChunk(slot, batch, chunk, only);
        if (result.status === 'applied') onProgress?.(result);
        return result;
      }),
    );
    const total = {
      wakes: results.flatMap((result) => result.wakes),
      overflowed: results.flatMap((result) => result.overflowed),
      gone: results.flatMap((result) => result.gone),
    };
    const refused = results.find((result) => result.status !== 'applied');
    if (refused) return { ...total, status: refused.status };
    return { ...total, status: only ? 'applied' : applied(await this.movePosition(slot, batch)) };
  }

  /** Moves the slot's position over a part of the log that has nothing for it. */
  async movePosition(slot: Slot, range: BatchRange): Promise<MoveResult> {
    const reply = await this.link.run(scripts.move, this.keys.of(slot).fixed, [range.epoch, range.from, range.to]);
    return { status: statusOf(asList(reply), ['moved', 'not-ready', 'run-id', 'epoch', 'position'] as const) };
  }

  /**
   * Forgets the snapshots below a relay's beat. Call it on each beat while `remaining` is above 0 or new queues were
   * loaded since.
   */
  async forgetSnapshots(
    slot: Slot,
    beat: { readonly epoch: number; readonly xmin: number; readonly head: number },
  ): Promise<ForgetSnapshotsResult> {
    const reply = asList(
      await this.link.run(scripts.forget, this.keys.of(slot).fixed, [beat.epoch, beat.xmin, beat.head]),
    );
    const status = statusOf(reply, ['done', 'not-ready', 'run-id', 'epoch'] as const);
    return status === 'done' ? { status, remaining: asNumber(reply[1]) } : { status };
  }

  /**
   * Queues whose wake may have been lost with the process that was to send it. A new owner of the slot calls this
   * after catching up and notifies each gateway, which answers by {@link QueueReader.heartbeat}; most entries are
   * clients that were answered and are about to poll again, whose nonce their gateway no longer knows.
   */
  async listWoken(slot: Slot): Promise<ParkedQueue[]> {
    const woken: ParkedQueue[] = [];
    let cursor = '0';
    do {
      const reply = asList(await this.link.run(scripts.woken, this.keys.of(slot).fixed, [cursor]));
      if (statusOf(reply, ['done', 'not-ready', 'run-id'] as const) !== 'done') return [];
      cursor = asText(reply[1]);
      for (const item of asList(reply[2])) {
        const [queueId, gatewayId, nonce] = asTexts(item);
        woken.push({ queueId: asText(queueId), gatewayId: asText(gatewayId), nonce: asText(nonce) });
      }
    } while (cursor !== '0');
    return woken;
  }

  /** Replaces the stored descriptor, for example when its user became a guest and loses `allPublicStreams`. */
  async amendQueue(slot: Slot, descriptor: QueueDescriptor): Promise<void> {
    await this.link.run(scripts.amend, this.keys.of(slot).fixed, [descriptor.id, JSON.stringify(descriptor)]);
  }

  /**
   * Appends events that are no changes. Their entries' seqs mean nothing, but each event needs a bodyRef of its own. What
   * is refused, or fails on the way, is lost.
   */
  async appendEphemeral(
    slot: Slot,
    batch: EphemeralBatch,
    onProgress: (progress: AppendProgress) => void,
  ): Promise<void> {
    const chunks = planAppend({ ...batch, epoch: 0, from: 0, to: Number.MAX_SAFE_INTEGER });
    await settleAll(
      chunks.map(async (chunk) => {
        const result = await this.appendChunk(slot, EPHEMERAL, chunk, false);
        if (result.status === 'applied') onProgress(result);
      }),
    );
  }

  private async appendChunk(
    slot: Slot,
    range: { epoch: number; from: number | ''; to: number; version?: number },
    chunk: AppendChunk,
    move: boolean,
  ): Promise<ChunkResult> {
    const keys = this.keys.of(slot);
    const reply = asList(
      await this.link.run(
        scripts.append,
        [...keys.fixed, ...chunk.queueIds.map((queueId) => keys.list(queueId))],
        [
          range.epoch,
          range.from,
          move ? range.to : '',
          range.version ?? '',
          this.caps.maxEvents,
          this.caps.maxBytes,
          keys.listPrefixLength,
          ...chunk.args,
        ],
      ),
    );
    const status = statusOf(reply, ['applied', 'version', 'not-ready', 'run-id', 'epoch', 'position'] as const);
    if (status !== 'applied') return { ...NOTHING, status };
    return {
      status,
      wakes: asList(reply[1]).map((wake) => wakeOf(asText(wake), chunk, keys)),
      overflowed: asList(reply[2]).map((queue) => overflowedOf(queue, chunk, keys)),
      gone: asList(reply[3]).map((index) => queueAt(asNumber(index), chunk, keys)),
    };
  }
}

/** Without a place in the log. */
const EPHEMERAL = { epoch: 0, from: '', to: 0 } as const;
const NOTHING: AppendProgress = { wakes: [], overflowed: [], gone: [] };

function applied(move: MoveResult): AppendResult['status'] {
  return move.status === 'moved' ? 'applied' : move.status;
}

/** Waits for all, so that nothing of a failed batch is still under way when its caller repeats it. */
async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results: T[] = [];
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') throw outcome.reason;
    results.push(outcome.value);
  }
  return results;
}

/** Lua counts from 1, and the slot's own keys come first. */
function queueAt(keyIndex: number, chunk: AppendChunk, keys: SlotKeys): string {
  return asText(chunk.queueIds[keyIndex - keys.fixed.length - 1]);
}

/** `<key index> <gateway> <nonce>`, for a stream the id before, then one line per event as it is in the list. */
function wakeOf(text: string, chunk: AppendChunk, keys: SlotKeys): Wake {
  const [head = '', ...lines] = text.split('\n');
  const [keyIndex, gatewayId, nonce, before] = head.split(' ');
  const events = lines.map((line) => {
    const [id, , , ...bodyRefs] = line.split(' ');
    return { id: asNumber(id), bodyRefs };
  });
  return {
    queueId: queueAt(asNumber(keyIndex), chunk, keys),
    gatewayId: asText(gatewayId),
    nonce: asText(nonce),
    firstEventId: asNumber(events[0]?.id),
    lastEventId: asNumber(events[events.length - 1]?.id),
    events,
    before: before === undefined ? undefined : asNumber(before),
  };
}

function overflowedOf(value: unknown, chunk: AppendChunk, keys: SlotKeys): OverflowedQueue {
  const [keyIndex, gatewayId, nonce] = asList(value);
  const queueId = queueAt(asNumber(keyIndex), chunk, keys);
  return gatewayId === '' ? { queueId } : { queueId, parked: { gatewayId: asText(gatewayId), nonce: asText(nonce) } };
}
