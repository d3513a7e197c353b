import { assertEventBody } from './answer';
import type { AppendBatch, AppendEntry } from './types';

/** Queues per script call: about a millisecond of Redis' time. */
const QUEUES_PER_CALL = 500;
/** Entries per script call, unless a single queue has more. */
const ENTRIES_PER_CALL = 4_000;

/** One script call's part of a batch: its queues, and the arguments after those that every call begins with. */
export interface AppendChunk {
  readonly queueIds: string[];
  readonly args: (string | number)[];
}

/** Queues that get exactly the same entries. */
interface Group {
  readonly entries: readonly AppendEntry[];
  readonly queueIds: string[];
}

/** A node of the tree that finds the group of a list of entries by the identity of each. */
interface GroupNode {
  group?: Group;
  next?: Map<AppendEntry, GroupNode>;
}

/**
 * Splits a batch into script calls: queues with the same entries form a group, whose entries are sent once; a call
 * holds at most 500 queues; the entries of a queue are never split over two calls.
 */
export function planAppend(batch: AppendBatch): AppendChunk[] {
  const chunks: AppendChunk[] = [];
  let builder = new ChunkBuilder(batch);
  for (const group of groupQueues(batch)) {
    let first = 0;
    while (first < group.queueIds.length) {
      const room = builder.room(group.entries.length);
      if (room === 0) {
        chunks.push(builder.finish());
        builder = new ChunkBuilder(batch);
        continue;
      }
      const queueIds = group.queueIds.slice(first, first + room);
      builder.add(group.entries, queueIds);
      first += queueIds.length;
    }
  }
  if (!builder.isEmpty) chunks.push(builder.finish());
  return chunks;
}

function groupQueues(batch: AppendBatch): Group[] {
  const groups: Group[] = [];
  const byList = new Map<readonly AppendEntry[], Group>();
  const root: GroupNode = {};
  for (const [queueId, entries] of batch.entries) {
    if (entries.length === 0) continue;
    const known = byList.get(entries);
    if (known) {
      known.queueIds.push(queueId);
      continue;
    }
    let node = root;
    for (const entry of entries) {
      node.next ??= new Map();
      let next = node.next.get(entry);
      if (!next) node.next.set(entry, (next = {}));
      node = next;
    }
    if (!node.group) groups.push((node.group = { entries, queueIds: [] }));
    node.group.queueIds.push(queueId);
    byList.set(entries, node.group);
  }
  return groups;
}

class ChunkBuilder {
  private readonly queueIds: string[] = [];
  private readonly groupArgs: (string | number)[] = [];
  private readonly bodyIndexes = new Map<string, number>();
  private readonly bodyArgs: string[] = [];
  private entryCount = 0;

  constructor(private readonly batch: AppendBatch) {}

  get isEmpty(): boolean {
    return this.queueIds.length === 0;
  }

  /** How many queues with this many entries each still fit. */
  room(entriesEach: number): number {
    const byEntries = Math.floor((ENTRIES_PER_CALL - this.entryCount) / entriesEach);
    const room = Math.min(QUEUES_PER_CALL - this.queueIds.length, byEntries);
    return this.isEmpty ? Math.max(1, room) : Math.max(0, room);
  }

  add(entries: readonly AppendEntry[], queueIds: readonly string[]): void {
    this.groupArgs.push(queueIds.length, entries.length);
    let previous = this.batch.from;
    for (const entry of entries) {
      if (entry.seq < previous || entry.seq <= this.batch.from || entry.seq > this.batch.to) {
        throw new RangeError(`seq ${entry.seq} out of order in batch (${this.batch.from}, ${this.batch.to}]`);
      }
      previous = entry.seq;
      this.groupArgs.push(entry.seq, entry.xid, this.bodyIndex(entry.bodyRef), mergeKeyOf(entry));
    }
    for (const queueId of queueIds) this.queueIds.push(queueId);
    this.entryCount += entries.length * queueIds.length;
  }

  finish(): AppendChunk {
    return { queueIds: this.queueIds, args: [this.bodyIndexes.size, ...this.bodyArgs, ...this.groupArgs] };
  }

  private bodyIndex(ref: string): number {
    let index = this.bodyIndexes.get(ref);
    if (index === undefined) {
      const body = this.batch.bodies.get(ref);
      if (body === undefined) throw new RangeError(`no body for ${ref}`);
      if (!isWord(ref)) throw new TypeError(`not a body ref: ${ref}`);
      assertEventBody(body);
      index = this.bodyIndexes.size + 1;
      this.bodyIndexes.set(ref, index);
      this.bodyArgs.push(ref, body);
    }
    return index;
  }
}

function mergeKeyOf(entry: AppendEntry): string {
  if (entry.mergeKey === undefined) return '-';
  if (!isWord(entry.mergeKey)) throw new TypeError(`not a merge key: ${entry.mergeKey}`);
  return entry.mergeKey;
}

/** Words separate the fields of a list entry; `-` and `*` have a meaning there. */
function isWord(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text !== '-' && text !== '*';
}
