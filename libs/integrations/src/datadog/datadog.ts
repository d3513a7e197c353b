import type { Integration } from '../frame/declaration';
import { bullets, link, plain, quote } from '../frame/message-text';

/** What `$ALERT_TRANSITION` may be, without spaces and in lower case. */
const MARKS: Readonly<Record<string, string>> = {
  triggered: ':alert:',
  retriggered: ':alert:',
  renotify: ':alert:',
  warn: ':alert:',
  nodata: ':info:',
  recovered: ':check:',
};

export const datadog: Integration = {
  name: 'datadog',
  displayName: 'Datadog',
  setup:
    'In Datadog, open **Integrations**, **Webhooks**, add one with the URL `{{url}}` and the payload ' +
    '`{"title":"$EVENT_TITLE","text":"$TEXT_ONLY_MSG","transition":"$ALERT_TRANSITION","priority":"$ALERT_PRIORITY",' +
    '"id":"$ALERT_ID","cycle":"$ALERT_CYCLE_KEY","link":"$LINK","host":"$HOSTNAME","tags":"$TAGS"}`, and name it in the ' +
    'messages of monitors.',
  events: [...Object.keys(MARKS), 'event'],
  read(payload) {
    const title = payload.text('title');
    const transition = payload.optionalText('transition') ?? '';
    const key = transition.toLowerCase().replace(/[^a-z]/g, '');
    const isKnown = Object.hasOwn(MARKS, key);
    const words = transition === '' ? '' : ` **${plain(transition)}**:`;
    const details = bullets([
      ['Priority', plain(payload.optionalLabel('priority') ?? '')],
      ['Host', plain(payload.optionalText('host') ?? '')],
      ['Tags', plain(payload.optionalText('tags') ?? '')],
    ]);
    const head = `${isKnown ? (MARKS[key] ?? '') : ':info:'}${words} ${link(title, payload.optionalText('link'))}`;
    const topic = title.replace(/^\[[^\]]*\]\s*/, '') || title;
    const content = `${head}\n${details}${quote(payload.optionalText('text'))}`;
    return [{ event: isKnown ? key : 'event', topic, content: content.trimEnd() }];
  },
  samples: [
    {
      name: 'A monitor is triggered',
      body: {
        title: '[Triggered] Load is high',
        text: 'The load of web-1 is 7.4.',
        transition: 'Triggered',
        priority: 'normal',
        id: '1234',
        link: 'https://app.datadoghq.com/monitors/1234',
        host: 'web-1',
        tags: 'env:prod,team:shop',
      },
    },
  ],
};
