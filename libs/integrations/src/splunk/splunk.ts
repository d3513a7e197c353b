import type { Integration } from '../frame/declaration';
import { bullets, code, link, plain } from '../frame/message-text';

export const splunk: Integration = {
  name: 'splunk',
  displayName: 'Splunk',
  setup:
    'Save a search as an alert and add the action **Webhook** with the URL `{{url}}`; its host must be on the allow list of Splunk.',
  read(payload) {
    const name = payload.optionalText('search_name') || 'Splunk alert';
    const details = bullets([
      ['Host', plain(payload.optionalText('result.host') ?? '')],
      ['Source', plain(payload.optionalText('result.source') ?? '')],
      ['App', plain(payload.optionalText('app') ?? '')],
      ['Owner', plain(payload.optionalText('owner') ?? '')],
    ]);
    const raw = code(payload.optionalText('result._raw'));
    return [
      {
        topic: name,
        content: `:alert: ${link(name, payload.optionalText('results_link'))}\n${details}${raw && `\n${raw}`}`,
      },
    ];
  },
  samples: [
    {
      name: 'An alert',
      body: {
        search_name: 'Failed logins',
        results_link: 'https://splunk.example/app/search/@go?sid=scheduler_1',
        sid: 'scheduler_1',
        app: 'search',
        owner: 'admin',
        result: {
          host: 'web-1',
          source: '/var/log/auth.log',
          _raw: 'Nov 23 10:30:00 web-1 sshd: Failed password for root',
        },
      },
    },
  ],
};
