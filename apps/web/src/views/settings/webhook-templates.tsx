import { tryIncomingDelivery } from '@stoa/contracts/messages';
import { updateBot } from '@stoa/contracts/users';
import { type FormEvent, useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useSubmit } from '../../client/submit';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FormField } from './parts';
import { TrialResult } from './webhook-trial';

/** The integration that reads whatever it gets by templates. */
const TEMPLATE = 'template';

interface Props {
  botId: number;
  settings: Readonly<Record<string, string>>;
}

/** What the integration “Template” makes of a tool's JSON, with a look at it before it is stored. */
export function WebhookTemplates({ botId, settings }: Props) {
  const [topic, setTopic] = useState(settings.topic_template ?? '');
  const [content, setContent] = useState(settings.content_template ?? '');
  const [body, setBody] = useState('');
  const [trial, setTrial] = useState<AnswerOf<typeof tryIncomingDelivery>>();
  const [isStored, setStored] = useState(false);
  const { isBusy, problem, submit } = useSubmit();
  const templates = { topic_template: topic, content_template: content };
  const preview = (): void => {
    const example = body.trim() === '' ? {} : { body };
    const request = { bot_id: botId, integration: TEMPLATE, settings: templates, ...example };
    void submit(async () => setTrial(await call(tryIncomingDelivery, request)));
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit(() => call(updateBot, { bot_id: botId, config_data: templates })).then(setStored);
  };
  const changed = (set: (text: string) => void) => (text: string) => {
    setStored(false);
    set(text);
  };
  return (
    <form className="settings-form" onSubmit={onSubmit}>
      <p className="setting-hint">{ts('webhookSettings.templatesAbout', { example: '{{ host.name | upper }}' })}</p>
      <FormField label={ts('webhookSettings.topicTemplate')}>
        <input className="input" value={topic} onChange={({ target }) => changed(setTopic)(target.value)} />
      </FormField>
      <FormField label={ts('webhookSettings.contentTemplate')}>
        <textarea
          className="input"
          rows={4}
          value={content}
          onChange={({ target }) => changed(setContent)(target.value)}
        />
      </FormField>
      <FormField label={ts('webhookSettings.body')} hint={ts('webhookSettings.bodyHint')}>
        <textarea
          className="input"
          rows={4}
          spellCheck={false}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
      </FormField>
      <Problem text={problem} />
      {isStored && <p role="status">{ts('webhookSettings.stored')}</p>}
      <div className="inline-form">
        <Button disabled={isBusy} onClick={preview}>
          {ts('webhookSettings.preview')}
        </Button>
        <Button kind="primary" type="submit" disabled={isBusy}>
          {ts('form.save')}
        </Button>
      </div>
      {trial && <TrialResult trial={trial} />}
    </form>
  );
}
