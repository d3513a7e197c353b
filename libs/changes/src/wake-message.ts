import type { TraceParent } from '@stoa/observability';

/** Messages stay below this, in bytes; a NATS server accepts 1 MiB by default. */
const MESSAGE_BYTES = 512 * 1024;
/** JSON around one wake: nonce, queue id, punctuation; an estimate for splitting. */
const WAKE_BYTES = 90;

/** Where a gateway listens for the polls that it holds. */
export function wakeSubject(gatewayId: string): string {
  return `stoa.wake.${gatewayId}`;
}

/** Where every gateway hears whose held polls must end, as a JSON list of user ids. */
export const REVOKED_SUBJECT = 'stoa.revoked';

/** One event of an answer; several texts are a coalesced event. */
export interface WakeEvent {
  readonly id: number;
  readonly bodies: readonly string[];
}

/** What a gateway does with a poll that it holds. */
export interface HeldPollWake {
  readonly nonce: string;
  readonly queueId: string;
  /** The answer (empty = finish without events); null = ask the queue again, the events may be there. */
  readonly events: readonly WakeEvent[] | null;
  /** Only for streams: the id after which the events come, without a gap. */
  readonly before?: number;
}

type EncodedWake = [nonce: string, queueId: string, events: [id: number, bodies: number[]][] | null, before?: number];

/** First line of a message: the bytes of each body text, which follow it, and the wakes that refer to them by index. */
interface Header {
  bodies: number[];
  wakes: EncodedWake[];
  trace?: TraceParent;
}

/** Collects the wakes for one gateway; every body travels once per message, however many polls it answers. */
class WakeMessageBuilder {
  readonly messages: Buffer[] = [];
  private wakes: EncodedWake[] = [];
  private texts: Buffer[] = [];
  private indexes = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly trace: TraceParent | undefined) {}

  add(wake: HeldPollWake): void {
    const texts = new Set(wake.events?.flatMap((event) => event.bodies) ?? []);
    let missing = 0;
    for (const text of texts) if (!this.indexes.has(text)) missing += Buffer.byteLength(text);
    if (missing > MESSAGE_BYTES) {
      // Too large to travel: the gateway reads the queue itself.
      this.push([wake.nonce, wake.queueId, null]);
      return;
    }
    if (this.bytes + missing + WAKE_BYTES > MESSAGE_BYTES) this.flush();
    const events = wake.events?.map(({ id, bodies }): [number, number[]] => [
      id,
      bodies.map((text) => this.index(text)),
    ]);
    const encoded: EncodedWake = [wake.nonce, wake.queueId, events ?? null];
    if (wake.before !== undefined) encoded.push(wake.before);
    this.push(encoded);
  }

  flush(): void {
    if (this.wakes.length === 0) return;
    const header: Header = { bodies: this.texts.map((text) => text.length), wakes: this.wakes, trace: this.trace };
    this.messages.push(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...this.texts]));
    this.wakes = [];
    this.texts = [];
    this.indexes = new Map();
    this.bytes = 0;
  }

  private push(wake: EncodedWake): void {
    this.wakes.push(wake);
    this.bytes += WAKE_BYTES + 8 * (wake[2]?.length ?? 0);
  }

  private index(text: string): number {
    let index = this.indexes.get(text);
    if (index === undefined) {
      index = this.texts.length;
      const encoded = Buffer.from(text);
      this.texts.push(encoded);
      this.bytes += encoded.length;
      this.indexes.set(text, index);
    }
    return index;
  }
}

/**
 * The messages that carry wakes to one gateway; body texts are the events' JSON without `id`.
 * @param trace the span that they come from, if it is sampled
 */
export function encodeWakes(wakes: Iterable<HeldPollWake>, trace?: TraceParent): Buffer[] {
  const builder = new WakeMessageBuilder(trace);
  for (const wake of wakes) builder.add(wake);
  builder.flush();
  return builder.messages;
}

/** The content of one message to a gateway. */
export interface ReceivedWakes {
  wakes: HeldPollWake[];
  trace?: TraceParent;
}

/** Reads what {@link encodeWakes} wrote: no event is parsed, shared bodies are the same string for all. */
export function decodeWakes(data: Uint8Array): ReceivedWakes {
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const end = buffer.indexOf(10);
  const header = JSON.parse(buffer.toString('utf8', 0, end)) as Header;
  let offset = end + 1;
  const texts = header.bodies.map((bytes) => buffer.toString('utf8', offset, (offset += bytes)));
  const wakes = header.wakes.map(([nonce, queueId, events, before]) => ({
    nonce,
    queueId,
    events: events && events.map(([id, bodies]) => ({ id, bodies: bodies.map((index) => texts[index] ?? '') })),
    before,
  }));
  return { wakes, trace: header.trace };
}
