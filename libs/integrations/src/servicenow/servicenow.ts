import type { Integration } from '../frame/declaration';
import { bullets, link, plain, quote } from '../frame/message-text';

export const servicenow: Integration = {
  name: 'servicenow',
  displayName: 'ServiceNow',
  setup:
    'Let a flow or a business rule post JSON to `{{url}}` with a REST step: `table`, `number`, `short_description`, `state`, ' +
    '`priority`, `assignment_group`, `assigned_to`, `opened_by`, `url` and, for a comment, `comment`. Only `number` and ' +
    '`short_description` are needed.',
  read(payload) {
    const title = `${payload.text('number')}: ${payload.text('short_description')}`;
    const priority = payload.optionalLabel('priority');
    const mark = priority !== undefined && /^(1|P1)\b/i.test(priority) ? ':alert: ' : '';
    const details = bullets([
      ['State', plain(payload.optionalLabel('state') ?? '')],
      ['Priority', plain(priority ?? '')],
      ['Group', plain(payload.optionalText('assignment_group') ?? '')],
      ['Assigned to', plain(payload.optionalText('assigned_to') ?? '')],
      ['Opened by', plain(payload.optionalText('opened_by') ?? '')],
    ]);
    const content = `${mark}${link(title, payload.optionalText('url'))}\n${details}${quote(payload.optionalText('comment'))}`;
    return [{ topic: title, content: content.trimEnd() }];
  },
  samples: [
    {
      name: 'An incident',
      body: {
        table: 'incident',
        number: 'INC0010007',
        short_description: 'The shop is slow',
        state: 'New',
        priority: '1 - Critical',
        assignment_group: 'Web',
        opened_by: 'Ada Lovelace',
        url: 'https://acme.service-now.com/incident.do?sys_id=1',
      },
    },
  ],
};
