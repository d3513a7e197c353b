/**
 * JSON text in pieces, some of which the receiver may already hold: the answer of calls whose bulk is the same for many
 * callers. The text is the concatenation of the segments; a segment with a fragment id is worth keeping under that id,
 * and comes without bytes if the caller named the id as known. Ids are `scope#name@version`; the content of an id never
 * changes, and a newer version of a name replaces the older one.
 */
export interface AnswerSegment {
  /** Absent: bytes of this answer only. */
  fragment?: FragmentId;
  /** Null: the caller holds it. */
  bytes: Buffer | null;
}

export interface FragmentId {
  scope: string;
  name: string;
  /** Says what the content is: equal versions of a name have equal content, whichever process made them. */
  version: string;
}

/** Per scope what the caller holds: `name@version`. Part of requests. */
export type KnownFragments = Record<string, string[]>;

type SegmentHeader = [byteLength: number] | [byteLength: number, scope: string, name: string, version: string];

/** Bytes of a segment without bytes: distinguishes "you have it" from an empty text. */
const WITHHELD = -1;

/** Collects segments; neighbouring texts become one. */
export class FragmentedAnswerBuilder {
  readonly segments: AnswerSegment[] = [];
  private pending = '';
  private readonly known = new Map<string, Set<string>>();

  constructor(known: KnownFragments = {}) {
    for (const [scope, names] of Object.entries(known)) this.known.set(scope, new Set(names));
  }

  text(text: string): this {
    this.pending += text;
    return this;
  }

  /** Bytes that only this answer has. */
  bytes(bytes: Buffer): this {
    this.flush();
    this.segments.push({ bytes });
    return this;
  }

  /** @param content called only if the caller does not hold the fragment */
  fragment(id: FragmentId, content: () => Buffer): this {
    this.flush();
    this.segments.push({ fragment: id, bytes: this.holds(id) ? null : content() });
    return this;
  }

  /** Whether the caller holds this very content. */
  holds(id: FragmentId): boolean {
    return this.known.get(id.scope)?.has(`${id.name}@${id.version}`) ?? false;
  }

  /** Wire form: header length (4 bytes, big endian), header (JSON), bytes of all segments. */
  encode(): Buffer {
    this.flush();
    const header = this.segments.map(({ fragment, bytes }): SegmentHeader => {
      const length = bytes?.length ?? WITHHELD;
      return fragment ? [length, fragment.scope, fragment.name, fragment.version] : [length];
    });
    const headerBytes = Buffer.from(JSON.stringify(header));
    const prefix = Buffer.allocUnsafe(4);
    prefix.writeUInt32BE(headerBytes.length);
    const bodies = this.segments.flatMap(({ bytes }) => (bytes ? [bytes] : []));
    return Buffer.concat([prefix, headerBytes, ...bodies]);
  }

  private flush(): void {
    if (this.pending === '') return;
    this.segments.push({ bytes: Buffer.from(this.pending) });
    this.pending = '';
  }
}

/** @throws Error if the bytes are not a fragmented answer */
export function decodeFragmentedAnswer(encoded: Buffer): AnswerSegment[] {
  const bodyStart = 4 + encoded.readUInt32BE(0);
  const header = JSON.parse(encoded.toString('utf8', 4, bodyStart)) as SegmentHeader[];
  let offset = bodyStart;
  return header.map(([length, scope, name, version]): AnswerSegment => {
    const bytes = length === WITHHELD ? null : encoded.subarray(offset, offset + length);
    offset += bytes?.length ?? 0;
    if (scope === undefined || name === undefined || version === undefined) return { bytes };
    return { fragment: { scope, name, version }, bytes };
  });
}
