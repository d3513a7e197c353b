import { DAY, HOUR, MINUTE, Phase, Series, counter, gauge, histogram } from '../samples';
import { CasesByAlert, elsewhere, grew, lately, pod, steady } from './case';

const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];
const builds = (services: readonly string[]) => services.map((name) => steady('stoa_build_info', pod(name), 1));

/** Requests of an hour, of two gateways: so many a second that are answered, and that fail. */
function requests(fine: number, failing: number, ...phases: Phase[]): Series[] {
  const name = 'stoa_http_request_seconds_count';
  const labels = { ...pod('gateway'), method: 'GET', path: '/api/v1/users/me' };
  return [
    grew(name, { ...labels, status: '200' }, fine / 2),
    grew(name, { ...labels, ...pod('gateway', 2), status: '429' }, fine / 2),
    grew(name, { ...labels, status: '503' }, failing, ...phases),
  ];
}

function latencies(path: string, upTo: Record<string, number>, minutes = 60): Series[] {
  const labels = { ...pod('gateway'), method: 'GET', path, status: '200' };
  return histogram('stoa_http_request_seconds', labels, { from: -minutes * MINUTE, upTo });
}

function calls(unavailable: number, success: number, minutes = 60): Series[] {
  const labels = { ...pod('gateway'), subject: 'rpc.users.v1.users.list' };
  const name = 'stoa_rpc_client_seconds_count';
  return [
    grew(name, { ...labels, outcome: 'unavailable' }, 0, [-minutes * MINUTE, unavailable]),
    grew(name, { ...labels, outcome: 'success' }, success),
    grew(name, { ...labels, subject: 'rpc.messages.v1.messages.send', outcome: 'success' }, 1_000),
  ];
}

/** Rounds of a task in an hour, on two replicas. */
function rounds(failures: number, successes: number): Series[] {
  const labels = { ...pod('messages'), task: 'DeliveryJob' };
  const name = 'stoa_task_round_seconds_count';
  return [
    grew(name, { ...labels, outcome: 'failure' }, failures / HOUR),
    grew(name, { ...labels, ...pod('messages', 2), outcome: 'success' }, successes / HOUR),
  ];
}

const connections = (minutes: number, waiting: number) => [
  lately('stoa_database_connections', { ...pod('messages'), state: 'waiting' }, minutes, waiting),
  steady('stoa_database_connections', { ...pod('messages'), state: 'busy' }, 15),
];

export const REQUEST_ALERTS: CasesByAlert = {
  StoaRequestsFail: {
    fires: {
      'two of a hundred requests fail': requests(98, 2),
      'two of a hundred fail while another installation is asked a lot': [
        ...requests(98, 2),
        ...elsewhere(requests(10_000, 0)),
      ],
    },
    silent: {
      'five of a thousand requests fail': requests(995, 5),
      'many fail, for two minutes': requests(98, 0, [-2 * MINUTE, 5]),
      'nobody asks anything': requests(0, 0),
      'no process is there': [],
    },
  },
  StoaRequestsSlow: {
    fires: {
      'two of a hundred take longer than a second': latencies('/api/v1/messages', {
        0.5: 90,
        1: 98,
        2.5: 100,
        '+Inf': 100,
      }),
    },
    silent: {
      'one of two hundred does': latencies('/api/v1/messages', { 0.5: 190, 1: 199, 2.5: 200, '+Inf': 200 }),
      'two of a hundred have done so for five minutes': latencies(
        '/api/v1/messages',
        { 1: 98, 2.5: 100, '+Inf': 100 },
        5,
      ),
      'polls are held': [
        ...latencies('/api/v1/events', { 0.5: 0, 1: 0, 2.5: 0, '+Inf': 500 }),
        ...latencies('/api/v1/messages', { 0.5: 100, 1: 100, 2.5: 100, '+Inf': 100 }),
      ],
    },
  },
  StoaEventLoopStalls: {
    fires: {
      'one of two is busy for 0.4 s': [
        steady('stoa_nodejs_eventloop_lag_p99_seconds', pod('users', 1), 0.4),
        steady('stoa_nodejs_eventloop_lag_p99_seconds', pod('users', 2), 0.01),
      ],
    },
    silent: {
      'it is busy for 0.1 s': [steady('stoa_nodejs_eventloop_lag_p99_seconds', pod('users'), 0.1)],
      'it was busy for five minutes': [lately('stoa_nodejs_eventloop_lag_p99_seconds', pod('users'), 5, 0.4)],
    },
  },
  StoaServiceAway: {
    fires: {
      ...Object.fromEntries(
        SERVICES.map((name) => [`${name} is away`, builds(SERVICES.filter((other) => other !== name))]),
      ),
      'the gateways are away, and those of another installation are there': [
        ...builds(SERVICES.filter((name) => name !== 'gateway')),
        gauge('stoa_build_info', pod('gateway'), [-DAY, 1], [-10 * MINUTE, undefined]),
        ...elsewhere(builds(SERVICES)),
      ],
    },
    silent: {
      'all are there': builds(SERVICES),
      'one of two replicas is away': [
        ...builds(SERVICES),
        gauge('stoa_build_info', pod('events', 2), [-DAY, 1], [-HOUR, undefined]),
      ],
      'push has been away for a minute': [
        ...builds(SERVICES.filter((name) => name !== 'push')),
        gauge('stoa_build_info', pod('push'), [-DAY, 1], [-MINUTE, undefined]),
      ],
      'all have just been restarted': SERVICES.map((name) =>
        gauge('stoa_build_info', pod(name), [-DAY, 1], [-6 * MINUTE, undefined], [-2 * MINUTE, 1]),
      ),
    },
  },
  StoaCallsUnanswered: {
    fires: { 'one of ten calls is not answered': calls(1, 9) },
    silent: {
      'one of fifty is not': calls(1, 49),
      'all are answered': calls(0, 10),
      'one of ten is not, for three minutes': calls(1, 9, 3),
    },
  },
  StoaMessagingDisconnected: {
    fires: {
      'one process is not connected': [
        steady('stoa_nats_connected', pod('push', 2), 0),
        steady('stoa_nats_connected', pod('push'), 1),
      ],
    },
    silent: {
      'all are': [steady('stoa_nats_connected', pod('push'), 1)],
      'it has just lost its connection': [gauge('stoa_nats_connected', pod('push'), [-DAY, 1], [-MINUTE / 2, 0])],
    },
  },
  StoaTaskFails: {
    fires: { 'every round fails, every five minutes': rounds(12, 0) },
    silent: {
      'the other replica succeeds': rounds(12, 12),
      'not quite two rounds fail in half an hour': rounds(3.8, 0),
      'it fails since ten minutes, and had nothing to do before': [
        grew('stoa_task_round_seconds_count', { ...pod('messages'), task: 'DeliveryJob', outcome: 'failure' }, 0, [
          -10 * MINUTE,
          1 / MINUTE,
        ]),
      ],
      'nothing is done': rounds(0, 0),
      'it failed for ten minutes': [
        grew('stoa_task_round_seconds_count', { ...pod('messages'), task: 'DeliveryJob', outcome: 'failure' }, 0, [
          -10 * MINUTE,
          1,
        ]),
        counter(
          'stoa_task_round_seconds_count',
          { ...pod('messages'), task: 'DeliveryJob', outcome: 'success' },
          [-2 * HOUR, 1],
          [-10 * MINUTE, 0],
        ),
      ],
    },
  },
  StoaDatabaseConnectionsExhausted: {
    fires: { 'ten requests wait for one': connections(10, 10) },
    silent: { 'three wait': connections(10, 3), 'ten have waited for a minute': connections(1, 10) },
  },
};
