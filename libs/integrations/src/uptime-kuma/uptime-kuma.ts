import type { Integration } from '../frame/declaration';
import { bullets, link, plain } from '../frame/message-text';

const STATES: readonly (readonly [event: string, words: string])[] = [
  ['down', ':alert: **Down**'],
  ['up', ':check: **Up**'],
  ['pending', ':info: **Pending**'],
  ['maintenance', ':info: **Maintenance**'],
];

export const uptimeKuma: Integration = {
  name: 'uptimekuma',
  displayName: 'Uptime Kuma',
  setup:
    'In Uptime Kuma, add a notification of the kind **Webhook** with the URL `{{url}}` and the body **Preset – application/json**.',
  events: [...STATES.map(([event]) => event), 'notice'],
  read(payload) {
    if (!payload.has('heartbeat') || !payload.has('monitor')) {
      return [{ event: 'notice', topic: 'Uptime Kuma', content: plain(payload.text('msg')) }];
    }
    const name = payload.text('monitor.name');
    const [event, words] = STATES[payload.number('heartbeat.status')] ?? ['notice', ':info: **Changed**'];
    const ping = payload.optionalNumber('heartbeat.ping');
    const details = bullets([
      ['Message', plain(payload.optionalText('heartbeat.msg') ?? '')],
      ['Answer time', ping === undefined ? undefined : `${ping} ms`],
    ]);
    return [
      {
        event,
        topic: name,
        content: `${words}: ${link(name, payload.optionalText('monitor.url'))}\n${details}`.trimEnd(),
      },
    ];
  },
  samples: [
    {
      name: 'A monitor is down',
      body: {
        heartbeat: { status: 0, msg: 'connect ECONNREFUSED', time: '2026-11-23 10:30:00', ping: null, important: true },
        monitor: { name: 'Shop', url: 'https://shop.example', type: 'http' },
        msg: '[Shop] [🔴 Down] connect ECONNREFUSED',
      },
    },
    { name: 'A test', body: { heartbeat: null, monitor: null, msg: 'Webhook Testing' } },
  ],
};
