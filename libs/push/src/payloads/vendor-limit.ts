import { LegacyApnsPayload } from './facts';

/** What both vendors take for one notification, in bytes of its JSON text. */
export const VENDOR_LIMIT_BYTES = 4096;

/** Whether a payload is small enough for the vendors. */
export function fitsVendorLimit(payload: object): boolean {
  return Buffer.byteLength(JSON.stringify(payload), 'utf8') <= VENDOR_LIMIT_BYTES;
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
