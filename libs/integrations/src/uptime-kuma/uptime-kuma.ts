import type { Integration } from '../frame/declaration';
import { bullets, link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';

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
    'In Uptime Kuma, add a notification of the kind **Webhook** with the URL `{{url}}` and the body ' +
    '**Preset – application/json** or **Preset – multipart/form-data**; with the method GET, let the fields `msg`, `heartbeat` ' +
    'and `monitor` follow in the address.',
  formField: 'data',
  takesGet: true,
  events: [...STATES.map(([event]) => event), 'notice'],
  read(payload) {
    const [heartbeat, monitor] = [payload.decoded('heartbeat'), payload.decoded('monitor')];
    if (!isThere(heartbeat) || !isThere(monitor)) {
      return [{ event: 'notice', topic: 'Uptime Kuma', content: plain(payload.text('msg')) }];
    }
    const name = monitor.text('name');
    const [event, words] = STATES[heartbeat.number('status')] ?? ['notice', ':info: **Changed**'];
    const ping = heartbeat.optionalNumber('ping');
    const details = bullets([
      ['Message', plain(heartbeat.optionalText('msg') ?? '')],
      ['Answer time', ping === undefined ? undefined : `${ping} ms`],
    ]);
    return [
      {
        event,
        topic: name,
        content: `${words}: ${link(name, monitor.optionalText('url'))}\n${details}`.trimEnd(),
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
    {
      name: 'A monitor is up, asked with GET',
      query: {
        msg: '[Shop] [✅ Up] 200 - OK',
        heartbeat: '{"status":1,"msg":"200 - OK","ping":31}',
        monitor: '{"name":"Shop","url":"https://shop.example"}',
      },
      body: '',
    },
    { name: 'A test', body: { heartbeat: null, monitor: null, msg: 'Webhook Testing' } },
  ],
};

function isThere({ value }: Payload): boolean {
  return value !== undefined && value !== null;
}
