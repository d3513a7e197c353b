import { LegacyApnsPayload } from './facts';

/** What both vendors take for one notification, in bytes of its JSON text. */
const VENDOR_LIMIT_BYTES = 4096;

/**
 * The largest plaintext whose end-to-end encrypted payload keeps the limit: base64 makes 4 bytes of 3, nonce and MAC are
 * 40 bytes, and the rest of the larger of both vendors' objects has at most 136.
 */
const PLAINTEXT_LIMIT_BYTES = Math.floor((VENDOR_LIMIT_BYTES - 136) / 4) * 3 - 40;

/** How much of its longest texts a payload shows, in characters. */
export interface TextLengths {
  content: number;
  title: number;
}

/** From whole to hardly anything: only conversations of very many people ever need more than the first. */
const LENGTHS: readonly TextLengths[] = [
  { content: Infinity, title: Infinity },
  { content: Infinity, title: 200 },
  { content: 100, title: 100 },
  { content: 20, title: 40 },
];

/** Whether a payload is small enough for the vendors. */
export function fitsVendorLimit(payload: object): boolean {
  return bytesOf(payload) <= VENDOR_LIMIT_BYTES;
}

/** Whether a plaintext will be small enough for the vendors once it is encrypted. */
export function fitsWhenEncrypted(plaintext: object): boolean {
  return bytesOf(plaintext) <= PLAINTEXT_LIMIT_BYTES;
}

/** The fullest payload that passes; the shortest if none does. */
export function fullestThat<T>(passes: (payload: T) => boolean, build: (lengths: TextLengths) => T): T {
  const [whole, ...shorter] = LENGTHS;
  if (!whole) throw new Error('There is no form of a payload.');
  let payload = build(whole);
  for (const lengths of shorter) {
    if (passes(payload)) break;
    payload = build(lengths);
  }
  return payload;
}

/** As many of the newest ids as pass, at most those given; ascending as they are. */
export function newestThat<T>(passes: (payload: T) => boolean, ids: readonly number[], build: (ids: number[]) => T): T {
  let kept = [...ids];
  let payload = build(kept);
  while (!passes(payload) && kept.length > 1) {
    kept = kept.slice(Math.ceil(kept.length / 10));
    payload = build(kept);
  }
  return payload;
}

/** Adds the neutral twin of a field that is named after the original brand, where that fits. */
export function withFcmTwin(
  payload: Readonly<Record<string, string>>,
  name: string,
  twin: string,
): Readonly<Record<string, string>> {
  const value = payload[name];
  if (value === undefined) return payload;
  const both = { ...payload, [twin]: value };
  return fitsVendorLimit(both) ? both : payload;
}

/** Adds `service`, the neutral twin of `zulip`, where that fits. */
export function withApnsTwin(payload: LegacyApnsPayload): LegacyApnsPayload {
  const both = { ...payload, service: payload.zulip };
  return fitsVendorLimit(both) ? both : payload;
}

function bytesOf(payload: object): number {
  return Buffer.byteLength(JSON.stringify(payload), 'utf8');
}
