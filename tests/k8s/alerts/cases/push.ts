import { Series } from '../samples';
import { CasesByAlert, grew, lately, pod, raised, steady } from './case';

const relayCalls = (outcome: string, count: number, minutesAgo: number): Series[] => [
  grew('stoa_push_relay_calls_total', { ...pod('push'), call: 'notify', outcome: 'success' }, 10),
  raised('stoa_push_relay_calls_total', { ...pod('push'), call: 'notify', outcome }, count, minutesAgo),
];
const oldest = (minutes: number, seconds: number) => [
  lately('stoa_push_oldest_job_seconds', pod('push'), minutes, seconds),
  steady('stoa_push_oldest_job_seconds', pod('push', 2), 0),
];
const deadLetters = (minutes: number, count: number) => [
  lately('stoa_push_dead_letters', pod('push'), minutes, count),
  steady('stoa_push_dead_letters', pod('push', 2), 0),
];
const missed = (count: number, minutesAgo: number) => [
  raised('stoa_push_missed_changes_total', pod('push'), count, minutesAgo),
];

export const PUSH_ALERTS: CasesByAlert = {
  StoaPushLate: {
    fires: { 'one has waited for five minutes': oldest(10, 300) },
    silent: { 'one has waited for a minute': oldest(10, 60), 'one waited too long, just now': oldest(2, 300) },
  },
  StoaPushRelayRefusesCredentials: {
    fires: { 'the relay refused one call': relayCalls('credentials', 1, 3) },
    silent: {
      'it is away': relayCalls('network', 50, 3),
      'it refused one an hour ago': relayCalls('credentials', 1, 60),
    },
  },
  StoaPushDeadLetters: {
    fires: { 'one waits': deadLetters(20, 1) },
    silent: { 'none waits': deadLetters(20, 0), 'one has waited for five minutes': deadLetters(5, 1) },
  },
  StoaPushChangesMissed: {
    fires: { 'one was missed': missed(1, 30) },
    silent: { 'none was': missed(0, 30), 'one was, two hours ago': missed(1, 120) },
  },
};
