import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import type { Bot } from '../../store/bots';
import { languageInUse, t } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useBotKey } from './bot-key';
import { FormField, WhenFetched } from './parts';
import { type Integration, type WebhookChoices, webhookAddress } from './webhook-address';
import { WebhookTrial } from './webhook-trial';

interface Choices {
  channelId: number | undefined;
  topic: string;
  events: readonly string[];
  options: Readonly<Record<string, string>>;
}

interface PartProps {
  choices: Choices;
  set: (changes: Partial<Choices>) => void;
}

/** Where the messages go: a channel of the owner's, or the owner. */
function Place({ choices, set }: PartProps) {
  const channels = useClientState((state) => state.channels);
  const { compare } = new Intl.Collator(languageInUse());
  const open = [...channels.values()]
    .filter((channel) => channel.isSubscribed && !channel.is_archived)
    .sort((a, b) => compare(a.name, b.name));
  return (
    <>
      <FormField label={ts('webhook.channel')}>
        <select
          className="input"
          value={choices.channelId ?? ''}
          onChange={({ target }) => set({ channelId: target.value === '' ? undefined : Number(target.value) })}
        >
          <option value="">{ts('webhook.owner')}</option>
          {open.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              {name}
            </option>
          ))}
        </select>
      </FormField>
      {choices.channelId !== undefined && (
        <FormField label={ts('webhook.topic')} hint={ts('webhook.topicHint')}>
          <input className="input" value={choices.topic} onChange={({ target }) => set({ topic: target.value })} />
        </FormField>
      )}
    </>
  );
}

/** What is posted: the events of the tool, unless only some are wanted. */
function Events({ all, choices, set }: PartProps & { all: readonly string[] }) {
  const toggle = (name: string, isWanted: boolean): void =>
    set({ events: all.filter((known) => (known === name ? isWanted : choices.events.includes(known))) });
  return (
    <details className="webhook-events">
      <summary>{ts('webhook.events', { count: choices.events.length })}</summary>
      <fieldset>
        <legend className="setting-hint">{ts('webhook.eventsHint')}</legend>
        {all.map((name) => (
          <label key={name} className="check-row">
            <input
              type="checkbox"
              className="check"
              checked={choices.events.includes(name)}
              onChange={({ target }) => toggle(name, target.checked)}
            />
            <bdi>{name}</bdi>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** Parameters that only this integration has; their labels come from the service. */
function Options({ known, choices, set }: PartProps & { known: Integration['url_options'] }) {
  const change = (key: string, value: string): void => set({ options: { ...choices.options, [key]: value } });
  return known.map(({ key, label, input_type }) =>
    input_type === 'checkbox' ? (
      <FormField key={key} label={label}>
        <select
          className="input"
          value={choices.options[key] ?? ''}
          onChange={({ target }) => change(key, target.value)}
        >
          <option value="">{ts('webhook.asUsual')}</option>
          <option value="true">{ts('webhook.yes')}</option>
          <option value="false">{ts('webhook.no')}</option>
        </select>
      </FormField>
    ) : (
      <FormField key={key} label={label}>
        <input
          className="input"
          value={choices.options[key] ?? ''}
          onChange={({ target }) => change(key, target.value)}
        />
      </FormField>
    ),
  );
}

/** What is given to the tool; the key in it is asked for only now. */
function Address({ bot, choices }: { bot: Bot; choices: WebhookChoices }) {
  const site = useClientState((state) => state.organization.realm_url);
  const [fetched, again] = useBotKey(bot.user_id);
  return (
    <WhenFetched fetched={fetched} onRetry={again}>
      {({ api_key }) => {
        const address = webhookAddress(site, api_key, choices);
        return (
          <section className="settings-form" aria-label={ts('webhook.address')}>
            <code className="key-shown">{address}</code>
            <Button kind="primary" onClick={() => void copyText(address, t('message.copied'))}>
              <Copy size="1em" aria-hidden="true" /> {ts('webhook.copy')}
            </Button>
            <p className="setting-hint">{ts('webhook.secretHint')}</p>
          </section>
        );
      }}
    </WhenFetched>
  );
}

const NOTHING_CHOSEN: Choices = { channelId: undefined, topic: '', events: [], options: {} };

/** Puts together the address that a tool posts to as an incoming webhook (docs/integrations). */
export function WebhookDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const integrations = useClientState((state) => state.webhookBots);
  const [name, setName] = useState('');
  const [choices, setChoices] = useState(NOTHING_CHOSEN);
  const set = (changes: Partial<Choices>): void => setChoices({ ...choices, ...changes });
  const integration = integrations.find((known) => known.name === name);
  const choose = (next: string): void => {
    setName(next);
    // Events and parameters are those of one integration.
    set({ events: [], options: {} });
  };
  return (
    <Dialog
      title={ts('webhook.title', { name: bot.full_name })}
      description={ts('webhook.about')}
      size="small"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <div className="settings-form">
        <FormField label={ts('webhook.tool')}>
          <select className="input" data-autofocus value={name} onChange={({ target }) => choose(target.value)}>
            <option value="">{ts('webhook.chooseTool')}</option>
            {integrations.map((known) => (
              <option key={known.name} value={known.name}>
                {known.display_name}
              </option>
            ))}
          </select>
        </FormField>
        <Place choices={choices} set={set} />
        {integration?.all_event_types && <Events all={integration.all_event_types} choices={choices} set={set} />}
        {integration && <Options known={integration.url_options} choices={choices} set={set} />}
        {integration && <Address bot={bot} choices={{ ...choices, integration }} />}
        {integration && (
          <WebhookTrial
            key={`${integration.name} ${choices.channelId ?? ''}`}
            bot={bot}
            choices={{ ...choices, integration }}
          />
        )}
      </div>
    </Dialog>
  );
}
