import { parseUserAgent } from '../../http/client-name';

/** Marks a client that its makers have given up. */
export const INCOMPATIBLE_CLIENT = 'ZulipInvalid';
const MOBILE_CLIENT = 'ZulipMobile';
/** The first release of the Android client that may be used. */
const FIRST_ANDROID = [16, 2, 96];

/** True for clients that must be updated before they can be used (organization.md 1.5). */
export function isTooOld(userAgent: string): boolean {
  const { name, version } = parseUserAgent(userAgent);
  if (name === INCOMPATIBLE_CLIENT) return true;
  return name === MOBILE_CLIENT && /\bandroid\b/i.test(userAgent) && isBefore(version ?? '', FIRST_ANDROID);
}

function isBefore(version: string, limit: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, wanted] of limit.entries()) {
    const part = parts[index] ?? 0;
    if (Number.isNaN(part)) return true;
    if (part !== wanted) return part < wanted;
  }
  return false;
}
