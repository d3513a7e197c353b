import { HOUR, MINUTE, Series } from '../samples';
import { CasesByAlert, grew, lately, pod, raised, steady } from './case';

/** Deliveries of two kinds; those of reminders succeed. */
function deliveries(faultsPerHour: number, minutes = 60): Series[] {
  const labels = { ...pod('messages'), kind: 'scheduled_message' };
  return [
    grew('stoa_deliveries_total', { ...labels, outcome: 'fault' }, 0, [-minutes * MINUTE, faultsPerHour / HOUR]),
    grew('stoa_deliveries_total', { ...labels, outcome: 'done' }, 1),
    grew('stoa_deliveries_total', { ...labels, kind: 'reminder', outcome: 'fault' }, 0),
  ];
}

const oldest = (metric: string) => (minutes: number, seconds: number) => [
  lately(metric, pod('messages'), minutes, seconds),
  steady(metric, pod('messages', 2), 1),
];
const oldestPreview = oldest('stoa_link_preview_oldest_job_seconds');
const oldestNotice = oldest('stoa_oldest_pending_notice_seconds');

const givenUp = (count: number, minutesAgo: number) => [
  raised('stoa_link_preview_jobs_total', { ...pod('messages'), outcome: 'given_up' }, count, minutesAgo),
  grew('stoa_link_preview_jobs_total', { ...pod('messages'), outcome: 'rendered' }, 3),
];

export const BACKGROUND_ALERTS: CasesByAlert = {
  StoaDeliveriesFail: {
    fires: { 'one item is tried twice a minute': deliveries(30) },
    silent: {
      'two items fail once in half an hour': deliveries(4),
      'one item is tried four times a minute, for ten minutes': deliveries(240, 10),
    },
  },
  StoaNoticesLate: {
    fires: { 'one notice has waited for half an hour': oldestNotice(30, 1_800) },
    silent: {
      'one has waited for five minutes': oldestNotice(30, 300),
      'it was late, just now': oldestNotice(2, 1_800),
    },
  },
  StoaLinkPreviewsLate: {
    fires: { 'one message has waited for half an hour': oldestPreview(30, 1_800) },
    silent: {
      'one has waited for five minutes': oldestPreview(30, 300),
      'it took too long, just now': oldestPreview(2, 1_800),
    },
  },
  StoaLinkPreviewsGivenUp: {
    fires: { 'one message was given up': givenUp(1, 30) },
    silent: { 'none was': givenUp(0, 30), 'one was, two hours ago': givenUp(1, 120) },
  },
};
