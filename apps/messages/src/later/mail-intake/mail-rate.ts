import type { ReceivedCounts } from './received-mails.repository';

/** Mails to the channels of one organization (mail-and-integrations.md 4.3). */
const MOST: ReceivedCounts = { minute: 50, fiveMinutes: 120, hour: 600 };

/** Whether an organization got as many mails for its channels as it may. */
export function isFlooded(counts: ReceivedCounts): boolean {
  return counts.minute >= MOST.minute || counts.fiveMinutes >= MOST.fiveMinutes || counts.hour >= MOST.hour;
}
