import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The users that a change concerns. Small sets are listed; larger ones are a bitmap of user ids from `base` on, raw
 * deflated and base64 encoded: about one bit per user of the realm at most, a few bytes when nearly all are in it.
 */
export type Audience = { ids: number[] } | { base: number; bits: string; size: number };

const LISTED_AT_MOST = 24;

export function encodeAudience(userIds: Iterable<number>): Audience {
  const ids = [...new Set(userIds)].sort((a, b) => a - b);
  const first = ids[0];
  const last = ids[ids.length - 1];
  if (first === undefined || last === undefined || ids.length <= LISTED_AT_MOST) return { ids };
  const base = first - (first % 8);
  const bytes = Buffer.alloc(((last - base) >> 3) + 1);
  for (const id of ids) {
    const offset = id - base;
    bytes[offset >> 3] = (bytes[offset >> 3] ?? 0) | (1 << (offset & 7));
  }
  return { base, bits: deflateRawSync(bytes).toString('base64'), size: ids.length };
}

/** A decoded audience: membership in constant time, iteration in ascending order. */
export class AudienceSet {
  private constructor(
    private readonly listed: readonly number[] | undefined,
    private readonly base: number,
    private readonly bytes: Uint8Array,
    readonly size: number,
  ) {}

  static decode(audience: Audience): AudienceSet {
    if ('ids' in audience) return new AudienceSet(audience.ids, 0, new Uint8Array(), audience.ids.length);
    const bytes = inflateRawSync(Buffer.from(audience.bits, 'base64'));
    return new AudienceSet(undefined, audience.base, bytes, audience.size);
  }

  has(userId: number): boolean {
    if (this.listed) return this.listed.includes(userId);
    const offset = userId - this.base;
    if (offset < 0) return false;
    return ((this.bytes[offset >>> 3] ?? 0) & (1 << (offset & 7))) !== 0;
  }

  *[Symbol.iterator](): Iterator<number> {
    if (this.listed) {
      yield* this.listed;
      return;
    }
    for (let index = 0; index < this.bytes.length; index++) {
      const byte = this.bytes[index] ?? 0;
      if (byte === 0) continue;
      for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) yield this.base + index * 8 + bit;
    }
  }
}
