import { canonicalTimeZone } from '@stoa/policy';
import { shippedLanguage } from '@stoa/texts';
import type { MailRecipient } from './facts';

/** Writes moments as the recipient reads them: language, zone, 12 or 24 hours. */
export function timeFormat({
  language,
  timezone,
  usesTwentyFourHours,
}: Pick<MailRecipient, 'language' | 'timezone' | 'usesTwentyFourHours'>): (ms: number) => string {
  // Imported accounts may have a zone or a language that nobody knows.
  const format = new Intl.DateTimeFormat(shippedLanguage(language), {
    timeZone: canonicalTimeZone(timezone) ?? 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: usesTwentyFourHours ? 'h23' : 'h12',
  });
  return (ms) => format.format(ms);
}
