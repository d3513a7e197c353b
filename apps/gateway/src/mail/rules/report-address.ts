import { mailboxPart } from './mail-address';

/** What takes reports about mails: one mail's own address, or the one that complaints of mail providers go to. */
export type ReportAddress = { kind: 'bounce'; token: string } | { kind: 'complaints' };

const BOUNCE = /^b[ni]-[0-9a-z-]{1,60}$/;
/** Found in what a provider sends back of the mail: its envelope or the lines of its header. */
const BOUNCE_WITHIN = /b[ni]-[0-9a-z]{1,7}-[0-9a-z]{1,5}-[0-9a-f]{32}/i;
const COMPLAINTS = 'complaints';
/** Of a mail that is looked through. */
const LOOKED_AT_BYTES = 256 * 1024;

/** @returns null: not an address of reports */
export function readReportAddress(pattern: string, address: string): ReportAddress | null {
  const part = mailboxPart(pattern, address);
  if (part === COMPLAINTS) return { kind: 'complaints' };
  return part !== null && BOUNCE.test(part) ? { kind: 'bounce', token: part } : null;
}

/** The token of the mail that a complaint sends back, which is neither encoded nor folded there; null: there is none. */
export function tokenWithin(raw: Uint8Array): string | null {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, LOOKED_AT_BYTES)).toString('latin1');
  return BOUNCE_WITHIN.exec(text)?.[0].toLowerCase() ?? null;
}
