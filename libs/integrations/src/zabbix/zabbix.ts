import type { Integration } from '../frame/declaration';
import { bullets, link, plain } from '../frame/message-text';

export const zabbix: Integration = {
  name: 'zabbix',
  displayName: 'Zabbix',
  setup:
    'In Zabbix, make a media type of the kind **Webhook** whose script posts JSON to `{{url}}` with `hostname` ' +
    '(`{HOST.NAME}`), `severity` (`{TRIGGER.SEVERITY}`), `status` (`{TRIGGER.STATUS}`), `item` ' +
    '(`{ITEM.NAME1} is {ITEM.VALUE1}`), `trigger` (`{TRIGGER.NAME}`), `link` (the address of the event), and, if you like, ' +
    '`event_id` and `tags`.',
  neededFields: ['hostname', 'severity', 'status', 'item', 'trigger', 'link'],
  events: ['PROBLEM', 'OK'],
  read(payload) {
    const status = payload.text('status');
    const mark = status === 'OK' ? ':check:' : ':alert:';
    const head = `${mark} **${plain(status)}** (${plain(payload.text('severity'))}): ${link(payload.text('trigger'), payload.text('link'))}`;
    const details = bullets([
      ['Item', plain(payload.text('item'))],
      ['Event', plain(payload.optionalLabel('event_id') ?? '')],
      ['Tags', plain(payload.optionalLabel('tags') ?? '')],
    ]);
    return [
      { event: status === 'OK' ? 'OK' : 'PROBLEM', topic: payload.text('hostname'), content: `${head}\n${details}` },
    ];
  },
  samples: [
    {
      name: 'A problem',
      body: {
        hostname: 'db-1',
        severity: 'High',
        status: 'PROBLEM',
        item: 'Free disk space is 2 %',
        trigger: 'Disk is nearly full',
        link: 'https://zabbix.example/tr_events.php?triggerid=1&eventid=2',
      },
    },
  ],
};
