import type { Integration } from '../frame/declaration';
import { link, plain, quote } from '../frame/message-text';
import { refusals } from '../frame/refusals';

/** Kinds of notifications, and how they begin. */
const TYPES: Readonly<Record<string, string>> = {
  PROBLEM: ':alert: **Problem**',
  RECOVERY: ':check: **Recovered**',
  ACKNOWLEDGEMENT: ':info: **Acknowledged**',
  FLAPPING: ':alert: **Changes to and fro**',
  FLAPPINGSTART: ':alert: **Changes to and fro**',
  FLAPPINGSTOP: ':check: **Changes no more to and fro**',
  DOWNTIMESTART: ':info: **Maintenance begins**',
  FLAPPINGDISABLED: ':info: **No longer watched for changes to and fro**',
  DOWNTIMEEND: ':info: **Maintenance ends**',
  DOWNTIMECANCELLED: ':info: **Maintenance is cancelled**',
  DOWNTIMEREMOVED: ':info: **Maintenance is cancelled**',
  CUSTOM: ':info: **Notice**',
};

/** Nagios, Icinga and Checkmk: what runs their notification commands sends these fields. */
export const nagios: Integration = {
  name: 'nagios',
  displayName: 'Nagios, Icinga, Checkmk',
  clientName: 'Nagios',
  setup: [
    'Make a notification command that posts the macros as a form. For services:',
    [
      '```sh',
      "curl --fail --silent --data-urlencode 'type=$NOTIFICATIONTYPE$' --data-urlencode 'host=$HOSTNAME$' \\",
      "  --data-urlencode 'service=$SERVICEDESC$' --data-urlencode 'state=$SERVICESTATE$' \\",
      "  --data-urlencode 'output=$SERVICEOUTPUT$' '{{url}}'",
      '```',
    ].join('\n'),
    'For hosts, without `service`, and with `$HOSTSTATE$` and `$HOSTOUTPUT$`. A field `url` makes the name a link.',
  ].join('\n\n'),
  body: 'fields',
  events: Object.keys(TYPES),
  read(payload) {
    const type = payload.text('type').toUpperCase();
    const words = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    if (words === undefined) throw refusals.unsupportedEvent('Nagios', type);
    const host = payload.text('host');
    const service = payload.optionalText('service');
    const name = service === undefined ? host : `${host}/${service}`;
    const head = `${words}: ${link(name, payload.optionalText('url'))} is **${plain(payload.text('state'))}**.`;
    const topic = service === undefined ? `host ${host}` : `service ${name}`;
    return [{ event: type, topic, content: `${head}${quote(payload.optionalText('output'))}` }];
  },
  samples: [
    {
      name: 'A service has a problem',
      body: {
        type: 'PROBLEM',
        host: 'db-1',
        service: 'disk /var',
        state: 'CRITICAL',
        output: 'DISK CRITICAL - free space: /var 212 MB (2%)',
        url: 'https://monitoring.example/cgi-bin/extinfo.cgi?type=2&host=db-1&service=disk',
      },
    },
    {
      name: 'A host is back',
      body: { type: 'RECOVERY', host: 'db-1', state: 'UP', output: 'PING OK - Packet loss = 0%, RTA = 0.80 ms' },
    },
  ],
};
