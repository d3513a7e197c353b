import { languageInUse } from '../strings/strings';
import type { RenderFacts } from './facts';

/** `Wed, Jul 27, 2016, 13:30`, in the reader's language and zone. */
function format(time: Date, usesTwentyFourHours: boolean): string {
  return new Intl.DateTimeFormat(languageInUse(), {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: usesTwentyFourHours ? 'h23' : 'h12',
  }).format(time);
}

function zoneOf(time: Date): string {
  const parts = new Intl.DateTimeFormat(languageInUse(), { timeZoneName: 'longOffset' }).formatToParts(time);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
  return `${Intl.DateTimeFormat().resolvedOptions().timeZone} (${offset})`;
}

/** Moments in messages, as they are where the reader is (web.md 2.18). */
export function decorateTimes(root: DocumentFragment, { usesTwentyFourHours }: RenderFacts): void {
  for (const element of root.querySelectorAll('time[datetime]')) {
    const time = new Date(element.getAttribute('datetime') ?? '');
    if (Number.isNaN(time.getTime())) continue;
    element.textContent = format(time, usesTwentyFourHours);
    element.setAttribute('title', zoneOf(time));
  }
}
