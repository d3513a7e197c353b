import {
  type ChangeRouting,
  type NumberedChange,
  type PartitionBeat,
  decodeRouting,
  traceOf,
} from '@stoa/contracts/changes';
import type { TraceParent } from '@stoa/observability';
import { LogRow } from './change-log';

/** A change whose routing and body are larger than this is published without its body. */
export const LARGEST_PUBLISHED_CHANGE_BYTES = 256 * 1024;
/** Changes of one move share messages up to about this size. */
const MESSAGE_BYTES = 512 * 1024;

/** One line of JSON at the head of every message; the changes' texts follow it without separators. */
interface Header {
  partition: number;
  epoch: number;
  epochFirstSeq: number;
  head: number;
  xmin: number;
  /** When the oldest of the changes was written, in milliseconds since the epoch; absent without changes. */
  writtenAt?: number;
  /**
   * Per change: seq, xid, bytes of the routing text, bytes of the body text (-1: not in this message), and of a sampled trace
   * the relay's span.
   */
  changes: [seq: number, xid: number, routingBytes: number, bodyBytes: number, trace?: TraceParent][];
}

/** What is known of a change in addition to its content. */
export interface ChangeOrigin {
  /** When it, or an older one of the same message, was written, in milliseconds since the epoch. */
  readonly writtenAtMs?: number;
  /** The span that it comes from. */
  readonly trace?: TraceParent;
}

/** A numbered change as it was received: texts are decoded only when they are asked for. */
export class StreamedChange implements NumberedChange {
  private parsedRouting: ChangeRouting | undefined;

  constructor(
    readonly partition: number,
    readonly epoch: number,
    readonly seq: number,
    readonly xid: number,
    private readonly routingText: Buffer | string,
    private readonly bodyText: Buffer | string | undefined,
    private readonly origin: ChangeOrigin = {},
  ) {}

  /** The span that the work on this change belongs to: the relay's, or the one that wrote it. */
  get trace(): TraceParent | undefined {
    return this.origin.trace ?? traceOf(this.routingText);
  }

  get writtenAtMs(): number | undefined {
    return this.origin.writtenAtMs;
  }

  get routing(): ChangeRouting {
    return (this.parsedRouting ??= decodeRouting(this.routingText.toString()));
  }

  get hasBody(): boolean {
    return this.bodyText !== undefined;
  }

  /** JSON text of the change's body; absent when it was too large to publish. */
  get body(): string | undefined {
    return this.bodyText?.toString();
  }

  get bytes(): number {
    return this.routingText.length + (this.bodyText?.length ?? 0);
  }

  static fromLog(beat: PartitionBeat, row: LogRow): StreamedChange {
    return new StreamedChange(beat.partition, beat.epoch, row.seq, row.xid, row.routing, row.body, {
      writtenAtMs: row.createdAtMs,
    });
  }
}

export interface ReceivedMessage {
  beat: PartitionBeat;
  changes: StreamedChange[];
}

interface Part {
  entry: Header['changes'][number];
  texts: Buffer[];
  writtenAt: number;
}

/** The relay's spans of a move. */
interface Traces {
  traceOf(seq: number): TraceParent | undefined;
}

/**
 * The messages that announce rows: in their order, the last one carrying the beat's head and xmin.
 * @param traces the relay's spans of rows whose trace is sampled
 */
export function encodeMove(beat: PartitionBeat, rows: readonly LogRow[], traces?: Traces): Buffer[] {
  const messages: Buffer[] = [];
  let parts: Part[] = [];
  let bytes = 0;
  for (const row of rows) {
    const part = encodePart(row, traces?.traceOf(row.seq));
    const size = part.texts.reduce((sum, text) => sum + text.length, 0);
    if (parts.length > 0 && bytes + size > MESSAGE_BYTES) {
      // The rest follows: this message promises no more than what it and its predecessors carried.
      messages.push(encodeMessage({ ...beat, head: parts[parts.length - 1]?.entry[0] ?? 0, xmin: 0 }, parts));
      parts = [];
      bytes = 0;
    }
    parts.push(part);
    bytes += size;
  }
  messages.push(encodeMessage(beat, parts));
  return messages;
}

function encodePart(row: LogRow, trace: TraceParent | undefined): Part {
  const routing = Buffer.from(row.routing);
  const body = Buffer.from(row.body);
  const isTooLarge = routing.length + body.length > LARGEST_PUBLISHED_CHANGE_BYTES;
  const entry: Part['entry'] = [row.seq, row.xid, routing.length, isTooLarge ? -1 : body.length];
  if (trace !== undefined) entry.push(trace);
  return { entry, texts: isTooLarge ? [routing] : [routing, body], writtenAt: row.createdAtMs };
}

function encodeMessage(beat: PartitionBeat, parts: readonly Part[]): Buffer {
  const header: Header = {
    partition: beat.partition,
    epoch: beat.epoch,
    epochFirstSeq: beat.epochFirstSeq,
    head: beat.head,
    xmin: beat.xmin,
    writtenAt: parts[0]?.writtenAt,
    changes: parts.map((part) => part.entry),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts.flatMap((part) => part.texts)]);
}

/** Reads what {@link encodeMove} wrote, without copying or decoding the changes' texts. */
export function decodeMessage(data: Uint8Array): ReceivedMessage {
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const end = buffer.indexOf(10);
  const header = JSON.parse(buffer.toString('utf8', 0, end)) as Header;
  const { partition, epoch, epochFirstSeq, head, xmin, writtenAt: writtenAtMs } = header;
  let offset = end + 1;
  const changes = header.changes.map(([seq, xid, routingBytes, bodyBytes, trace]) => {
    const routing = buffer.subarray(offset, (offset += routingBytes));
    const body = bodyBytes < 0 ? undefined : buffer.subarray(offset, (offset += bodyBytes));
    return new StreamedChange(partition, epoch, seq, xid, routing, body, { writtenAtMs, trace });
  });
  return { beat: { partition, epoch, epochFirstSeq, head, xmin }, changes };
}
