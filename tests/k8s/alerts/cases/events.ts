import { DAY, MINUTE, Series, gauge, histogram } from '../samples';
import { CasesByAlert, elsewhere, lately, pod, raised, steady } from './case';

const PARTITIONS = ['0', '1', '2', '3'];

/** Which replica holds each partition; undefined = nobody. */
function holders(...replicas: (number | undefined)[]): Series[] {
  return PARTITIONS.flatMap((partition, index) =>
    [1, 2].map((replica) =>
      steady('stoa_relay_holding', { ...pod('events', replica), partition }, replicas[index] === replica ? 1 : 0),
    ),
  );
}

/** When partition 2 was last moved, as reported by its holder and by one that held it yesterday. */
function moved(at: (seconds: number) => number): Series[] {
  const name = 'stoa_relay_moved_at_seconds';
  const labels = { ...pod('events'), partition: '2' };
  return [{ name, labels, at }, gauge(name, { ...labels, ...pod('events', 2) }, [-DAY, -DAY])];
}

function outbox(upTo: Record<string, number>, minutes = 60): Series[] {
  return histogram('stoa_outbox_lag_seconds', pod('events'), { from: -minutes * MINUTE, upTo });
}

const lag = (minutes: number, changes: number) => [
  lately('stoa_consumer_lag_changes', { ...pod('events'), partition: '3' }, minutes, changes),
  steady('stoa_consumer_lag_changes', { ...pod('events', 2), partition: '3' }, 2),
];

const ended = (reason: string, count: number, minutesAgo: number) =>
  raised('stoa_queues_ended_total', { ...pod('events'), reason }, count, minutesAgo);

const malformed = (events: number, push: number, minutesAgo: number) => [
  raised('stoa_malformed_changes_total', pod('events'), events, minutesAgo),
  raised('stoa_push_malformed_changes_total', pod('push'), push, minutesAgo),
];

export const EVENT_ALERTS: CasesByAlert = {
  StoaNobodyRelays: {
    fires: {
      'nobody holds partition 2': holders(1, 1, undefined, 2),
      'no process of events is there': [],
      'nobody holds partition 2, and another installation does': [
        ...holders(1, 1, undefined, 2),
        ...elsewhere(holders(1, 1, 2, 2)),
      ],
      'no process of events is there but in another installation': [
        steady('stoa_build_info', pod('messages'), 1),
        ...elsewhere([...holders(1, 1, 2, 2), steady('stoa_build_info', pod('messages'), 1)]),
      ],
    },
    silent: {
      'each partition is held': holders(1, 1, 2, 2),
      'nobody has held one for half a minute': [
        ...holders(1, 1, undefined, 2),
        gauge('stoa_relay_holding', { ...pod('events', 3), partition: '2' }, [-DAY, 1], [-MINUTE / 2, 0]),
      ],
      'a partition changed hands': [
        ...holders(1, 1, undefined, 2),
        gauge('stoa_relay_holding', { ...pod('events', 3), partition: '2' }, [-DAY, 1], [-MINUTE, 0], [-MINUTE / 2, 1]),
      ],
    },
  },
  StoaRelayStuck: {
    fires: {
      'a partition was last moved two minutes ago': moved((seconds) => Math.min(seconds, -120)),
      'it always lags by 50 seconds': moved((seconds) => seconds - 50),
    },
    silent: {
      'it always lags by ten seconds': moved((seconds) => seconds - 10),
      'it was last moved 50 seconds ago': moved((seconds) => Math.min(seconds, -50)),
    },
  },
  StoaOutboxLag: {
    fires: { 'two of a hundred changes wait longer than 2.5 seconds': outbox({ 1: 90, 2.5: 98, 5: 100, '+Inf': 100 }) },
    silent: {
      'one of a thousand does': outbox({ 1: 995, 2.5: 999, 5: 1_000, '+Inf': 1_000 }),
      'they have waited for three minutes': outbox({ 1: 90, 2.5: 98, 5: 100, '+Inf': 100 }, 3),
      'nothing is written': outbox({ 1: 0, 2.5: 0, 5: 0, '+Inf': 0 }),
    },
  },
  StoaConsumerLag: {
    fires: { 'queues are 2,000 changes behind': lag(5, 2_000) },
    silent: { 'they are 600 behind': lag(5, 600), 'they have been 2,000 behind for a minute': lag(1, 2_000) },
  },
  StoaChangesMalformed: {
    fires: {
      'one that events could not read': malformed(1, 0, 30),
      'one that push could not read': malformed(0, 1, 30),
    },
    silent: { 'none was': malformed(0, 0, 30), 'one was, hours ago': malformed(1, 1, 120) },
  },
  StoaQueuesLost: {
    fires: {
      'a hundred queues overflowed': [ended('overflow', 100, 10)],
      'Redis lost them': [ended('epoch', 100, 10)],
    },
    silent: {
      'twenty overflowed': [ended('overflow', 20, 10)],
      'a hundred overflowed an hour ago': [ended('overflow', 100, 60)],
      'clients left a thousand idle': [ended('idle', 1_000, 10)],
    },
  },
};
