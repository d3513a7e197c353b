import type { Integration } from '../frame/declaration';
import { withoutMentions } from '../frame/message-text';
import { code } from '../frame/message-text';
import { fillTemplate } from './fill-template';

/** Whatever sends JSON, as its bot's templates say. */
export const template: Integration = {
  name: 'template',
  displayName: 'Template',
  setup:
    'Give the bot the settings `topic_template` and `content_template`, and let the tool post JSON to `{{url}}`. ' +
    '`{{ path.to.value }}` in a template stands for a value of the JSON, numbers in a path for positions in a list. ' +
    'Filters follow after `|`: `upper`, `lower`, `trim`, `line` (all in one line), `cut:80`, `default:none`, `code`. ' +
    'A mention works where it stands in the template itself, not where a value brings it.',
  settings: [
    { key: 'topic_template', label: 'Template of the topic', validator: 'check_string' },
    { key: 'content_template', label: 'Template of the message', validator: 'check_string' },
  ],
  isWrittenByPeople: true,
  read(payload, { settings }) {
    const clean = (text: string): string => withoutMentions(text, false);
    const content = settings.content_template ?? '';
    const topic = fillTemplate(settings.topic_template ?? '', payload, clean).trim();
    const filled = fillTemplate(content, payload, clean).trim();
    return [
      {
        topic: topic || 'Webhook',
        content: filled || code(JSON.stringify(payload.value, null, 2), 'json').trim(),
        isSelfContained: true,
      },
    ];
  },
  samples: [{ name: 'Without templates', body: { host: 'db-1', state: 'warning', load: 7.4 } }],
};
