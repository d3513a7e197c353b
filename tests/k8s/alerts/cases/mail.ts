import { CasesByAlert, grew, lately, pod, raised, steady } from './case';

const oldest = (minutes: number, seconds: number) => [
  lately('stoa_mail_oldest_mail_seconds', pod('push'), minutes, seconds),
  steady('stoa_mail_oldest_mail_seconds', pod('push', 2), 0),
];
const deadLetters = (minutes: number, count: number) => [
  lately('stoa_mail_dead_letters', pod('push'), minutes, count),
  steady('stoa_mail_dead_letters', pod('push', 2), 0),
];

const unavailable = (count: number, minutesAgo: number) => [
  raised('stoa_incoming_mails_total', { ...pod('gateway'), outcome: 'unavailable' }, count, minutesAgo),
  grew('stoa_incoming_mails_total', { ...pod('gateway'), outcome: 'posted' }, 3),
];

const bounces = (count: number, minutesAgo: number, sentPerSecond: number) => [
  raised('stoa_mail_bounces_total', { ...pod('push'), kind: 'hard' }, count, minutesAgo),
  raised('stoa_mail_bounces_total', { ...pod('push', 2), kind: 'soft' }, 1_000, minutesAgo),
  grew('stoa_mail_outcomes_total', { ...pod('push'), kind: 'missed_messages', outcome: 'sent' }, sentPerSecond),
];

export const MAIL_ALERTS: CasesByAlert = {
  StoaMailLate: {
    fires: { 'one has waited for a quarter of an hour': oldest(10, 900) },
    silent: { 'one has waited for five minutes': oldest(10, 300), 'one waited too long, just now': oldest(2, 900) },
  },
  StoaMailDeadLetters: {
    fires: { 'one waits': deadLetters(20, 1) },
    silent: { 'none waits': deadLetters(20, 0), 'one has waited for five minutes': deadLetters(5, 1) },
  },
  StoaMailBounces: {
    fires: { 'one in seven came back': bounces(50, 60, 0.05) },
    silent: {
      'a few came back, of few': bounces(10, 60, 0.001),
      'one in a hundred came back': bounces(100, 60, 1),
      'many came back, yesterday': bounces(100, 12 * 60, 0.05),
    },
  },
  StoaIncomingMailFails: {
    fires: { 'ten could not be posted': unavailable(10, 10) },
    silent: { 'two could not': unavailable(2, 10), 'ten could not, an hour ago': unavailable(10, 60) },
  },
};
