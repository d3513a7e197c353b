import { DAY, MINUTE, Series, gauge } from '../samples';
import { CasesByAlert, grew, lately, pod, raised, steady } from './case';

const refused = (perSecond: number, forMinutes = 30): Series[] => [
  grew('stoa_admission_refused_total', { ...pod('messages'), gate: 'calls', reason: 'full' }, 0, [
    -forMinutes * MINUTE,
    perSecond,
  ]),
];
const connections = (name: string, labels: Record<string, string>, perSecond: number, forMinutes = 30): Series[] => [
  grew(name, { ...pod('gateway'), ...labels }, 0, [-forMinutes * MINUTE, perSecond]),
];
const registrations = (full: number, minutesAgo: number) => [
  grew('stoa_queue_registrations_total', { ...pod('users'), outcome: 'made' }, 3),
  raised('stoa_queue_registrations_total', { ...pod('users'), outcome: 'full' }, full, minutesAgo),
];

const memory = (server: string, share: number): Series[] => [
  steady('stoa_redis_used_bytes', { ...pod('events'), server }, share * 4e9),
  steady('stoa_redis_limit_bytes', { ...pod('events'), server }, 4e9),
];
const standbys = (server: string, count: number): Series[] => [
  steady('stoa_redis_standbys', { ...pod('events'), server }, count),
];
/** A primary whose standby went so many minutes ago. */
const left = (server: string, minutes: number): Series =>
  lately('stoa_redis_standbys', { ...pod('events'), server }, minutes, 0, 1);

export const OVERLOAD_ALERTS: CasesByAlert = {
  StoaRequestsRefused: {
    fires: { 'three a second are refused': refused(3) },
    silent: { 'one every two seconds is': refused(0.5), 'three a second are, for two minutes': refused(3, 2) },
  },
  StoaConnectionsRefused: {
    fires: { 'there is no room for some': connections('stoa_http_connections_refused_total', { how: 'limit' }, 0.1) },
    silent: {
      'there is room for all': connections('stoa_http_connections_refused_total', { how: 'limit' }, 0),
      'there was none for a minute': connections('stoa_http_connections_refused_total', { how: 'unseen' }, 1, 1),
    },
  },
  StoaQueuesRefused: {
    fires: { 'Redis is full': registrations(2, 3) },
    silent: { 'it has room': registrations(0, 3), 'it was full half an hour ago': registrations(2, 30) },
  },
  StoaRedisFills: {
    fires: { 'one of three is at eight tenths': [...memory('redis-0', 0.2), ...memory('redis-1', 0.8)] },
    silent: {
      'one was for five minutes': [
        lately('stoa_redis_used_bytes', { ...pod('events'), server: 'redis-0' }, 5, 3.5e9, 1e9),
        steady('stoa_redis_limit_bytes', { ...pod('events'), server: 'redis-0' }, 4e9),
      ],
      'all are half full': [...memory('redis-0', 0.5), ...memory('redis-1', 0.5)],
      'it has no bound': [steady('stoa_redis_used_bytes', { ...pod('events'), server: 'redis-0' }, 8e9)],
    },
  },
  StoaRedisStandbyMissing: {
    fires: {
      'one of two primaries has none': [...standbys('redis-0', 1), ...standbys('redis-1', 0)],
      'all standbys went at once': ['redis-0', 'redis-1'].map((server) => left(server, 20)),
    },
    silent: {
      'one has none for two minutes, while a pod moves': [...standbys('redis-0', 1), left('redis-1', 2)],
      'each has one': [...standbys('redis-0', 1), ...standbys('redis-1', 1)],
      'there never were any': standbys('redis-0', 0),
      'they were given up ten days ago': [
        gauge('stoa_redis_standbys', { ...pod('events'), server: 'redis-0' }, [-11 * DAY, 1], [-10 * DAY, 0]),
      ],
    },
  },
  StoaClientsTooSlow: {
    fires: {
      'fifteen a second read too slowly': connections('stoa_http_connections_ended_total', { reason: 'unread' }, 15),
    },
    silent: {
      'two a second do': connections('stoa_http_connections_ended_total', { reason: 'unread' }, 2),
      'fifteen do, for five minutes': connections('stoa_http_connections_ended_total', { reason: 'body' }, 15, 5),
    },
  },
};
