/**
 * JSON text in pieces, some of which the receiver may already hold: the answer of calls whose bulk is the same for many
 * callers. The text is the concatenation of the segments; a segment with a fragment id is worth keeping under that id,
 * and comes without bytes if the caller named the id as known. Ids are `scope#name@version`; the content of an id never
 * changes, and a newer version of a name replaces the older one.
 */
export interface AnswerSegment {
  /** Absent: bytes of this answer only. Segments of one fragment have the same object, and the first of them its bytes. */
  fragment?: FragmentId;
  /** All bytes of the fragment. Null: the caller holds it, or has got it with an earlier segment. */
  bytes: Buffer | null;
  /** What of the fragment belongs to the text. Absent: everything. */
  range?: ByteRange;
}

/** From the first byte to before the second. */
export type ByteRange = readonly [start: number, end: number];

export interface FragmentId {
  scope: string;
  name: string;
  /** Says what the content is: equal versions of a name have equal content, whichever process made them. */
  version: string;
}

/** Per scope what the caller holds: `name@version`. Part of requests. */
export type KnownFragments = Record<string, string[]>;

/** The last form refers to the segment with that index, which has the same fragment. */
type SegmentHeader =
  | [byteLength: number]
  | [byteLength: number, scope: string, name: string, version: string]
  | [byteLength: number, scope: string, name: string, version: string, start: number, end: number]
  | [segment: number, start: number, end: number];

/** Bytes of a segment without bytes: distinguishes "you have it" from an empty text. */
const WITHHELD = -1;

/** Collects segments; neighbouring texts become one. */
export class FragmentedAnswerBuilder {
  readonly segments: AnswerSegment[] = [];
  private pending = '';
  private readonly known = new Map<string, Set<string>>();
  /** Fragments that the answer has already. */
  private readonly present = new Map<string, FragmentId>();

  /** @param takesParts whether the caller understands parts of fragments: older gateways, during an upgrade, do not */
  constructor(
    known: KnownFragments = {},
    private readonly takesParts = false,
  ) {
    for (const [scope, names] of Object.entries(known)) this.known.set(scope, new Set(names));
  }

  text(text: string): this {
    this.pending += text;
    return this;
  }

  /** Bytes that only this answer has. */
  bytes(bytes: Buffer): this {
    return this.add({ bytes });
  }

  /** @param content called unless the caller holds the fragment and this is its first place in the answer */
  fragment(id: FragmentId, content: () => Buffer): this {
    const present = this.present.get(keyOf(id));
    if (present) return this.add({ fragment: present, bytes: null, range: [0, content().length] });
    return this.addFirst({ fragment: id, bytes: this.holds(id) ? null : content() });
  }

  /** A part of a fragment: answers that show different parts of it share its text. */
  part(id: FragmentId, content: Buffer, range: ByteRange): this {
    const [start, end] = range;
    if (start === end) return this;
    if (start === 0 && end === content.length) return this.fragment(id, () => content);
    if (!this.takesParts) return this.bytes(content.subarray(start, end));
    const present = this.present.get(keyOf(id));
    if (present) return this.add({ fragment: present, bytes: null, range });
    return this.addFirst({ fragment: id, bytes: this.holds(id) ? null : content, range });
  }

  /** Whether the caller holds this very content. */
  holds(id: FragmentId): boolean {
    return this.known.get(id.scope)?.has(`${id.name}@${id.version}`) ?? false;
  }

  /** Wire form: header length (4 bytes, big endian), header (JSON), bytes of all segments. */
  encode(): Buffer {
    this.flush();
    const header = encodeHeader(this.segments);
    const headerBytes = Buffer.from(JSON.stringify(header));
    const prefix = Buffer.allocUnsafe(4);
    prefix.writeUInt32BE(headerBytes.length);
    const bodies = this.segments.flatMap(({ bytes }) => (bytes ? [bytes] : []));
    return Buffer.concat([prefix, headerBytes, ...bodies]);
  }

  private addFirst(segment: AnswerSegment & { fragment: FragmentId }): this {
    if (this.takesParts) this.present.set(keyOf(segment.fragment), segment.fragment);
    return this.add(segment);
  }

  private add(segment: AnswerSegment): this {
    this.flush();
    this.segments.push(segment);
    return this;
  }

  private flush(): void {
    if (this.pending === '') return;
    this.segments.push({ bytes: Buffer.from(this.pending) });
    this.pending = '';
  }
}

function keyOf({ scope, name, version }: FragmentId): string {
  return `${scope}#${name}@${version}`;
}

function encodeHeader(segments: readonly AnswerSegment[]): SegmentHeader[] {
  const firsts = new Map<FragmentId, number>();
  return segments.map(({ fragment, bytes, range }, index): SegmentHeader => {
    const length = bytes?.length ?? WITHHELD;
    if (!fragment) return [length];
    const first = firsts.get(fragment);
    if (first !== undefined && range) return [first, ...range];
    firsts.set(fragment, index);
    const { scope, name, version } = fragment;
    return range ? [length, scope, name, version, ...range] : [length, scope, name, version];
  });
}

/** @throws Error if the bytes are not a fragmented answer */
export function decodeFragmentedAnswer(encoded: Buffer): AnswerSegment[] {
  const bodyStart = 4 + encoded.readUInt32BE(0);
  const header = JSON.parse(encoded.toString('utf8', 4, bodyStart)) as SegmentHeader[];
  const segments: AnswerSegment[] = [];
  let offset = bodyStart;
  for (const entry of header) {
    if (entry.length === 3) {
      const [index, start, end] = entry;
      segments.push({ fragment: segments[index]?.fragment, bytes: null, range: [start, end] });
      continue;
    }
    const [length] = entry;
    const bytes = length === WITHHELD ? null : encoded.subarray(offset, offset + length);
    offset += bytes?.length ?? 0;
    if (entry.length === 1) {
      segments.push({ bytes });
      continue;
    }
    const [, scope, name, version, start, end] = entry;
    const range: ByteRange | undefined = start === undefined || end === undefined ? undefined : [start, end];
    segments.push({ fragment: { scope, name, version }, bytes, range });
  }
  return segments;
}
