import { removeWebhookSecret, setWebhookSecret, updateBot } from '@stoa/contracts/users';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FormField } from './parts';
import { newSecret, signingTools } from './signing-tools';
import type { WebhookSetUp } from './webhook-set-up';

interface Props {
  botId: number;
  secrets: WebhookSetUp['secrets'];
  onChanged: () => void;
}
type Secret = Props['secrets'][number];

/** @param isFormerOnly the one in use stays */
function end(botId: number, { integration }: Secret, isFormerOnly: boolean): Promise<unknown> {
  if (integration !== null) {
    return call(removeWebhookSecret, { bot_id: botId, integration, former_only: isFormerOnly });
  }
  const ended = { previous_webhook_secret: '', ...(isFormerOnly ? {} : { webhook_secret: '' }) };
  return call(updateBot, { bot_id: botId, config_data: ended });
}

function SecretRow({ botId, secret, name, onChanged }: Omit<Props, 'secrets'> & { secret: Secret; name: string }) {
  const { isBusy, problem, submit } = useSubmit();
  const run = (isFormerOnly: boolean): void =>
    void submit(() => end(botId, secret, isFormerOnly)).then((isDone) => isDone && onChanged());
  return (
    <>
      <span className="item-text">
        <bdi>{name}</bdi>
        <span className="setting-hint">
          {ts(secret.has_former ? 'webhookSettings.twoSecrets' : 'webhookSettings.oneSecret')}
        </span>
        <Problem isInline text={problem} />
      </span>
      <span className="item-actions">
        {secret.has_former && (
          <Button disabled={isBusy} onClick={() => run(true)}>
            {ts('webhookSettings.endFormer')}
          </Button>
        )}
        <Button kind="danger" disabled={isBusy} onClick={() => run(false)}>
          {ts('webhookSettings.removeSecret')}
        </Button>
      </span>
    </>
  );
}

/** A secret goes in, and never comes out: who has lost it sets another one. */
function NewSecret({ botId, secrets, onChanged }: Props) {
  const tools = signingTools(useClientState((state) => state.webhookBots));
  const [tool, setTool] = useState('');
  const [secret, setSecret] = useState('');
  const { isBusy, problem, submit } = useSubmit();
  const isReplaced = secrets.some(({ integration }) => integration === tool);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit(() => call(setWebhookSecret, { bot_id: botId, integration: tool, secret })).then((isDone) => {
      if (!isDone) return;
      setSecret('');
      onChanged();
    });
  };
  return (
    <form className="settings-form" onSubmit={onSubmit}>
      <FormField label={ts('webhook.tool')}>
        <select className="input" value={tool} onChange={({ target }) => setTool(target.value)}>
          <option value="">{ts('webhook.chooseTool')}</option>
          {tools.map(({ name, display_name }) => (
            <option key={name} value={name}>
              {display_name}
            </option>
          ))}
        </select>
      </FormField>
      <FormField
        label={ts('webhookSettings.secret')}
        hint={ts(isReplaced ? 'webhookSettings.replaceHint' : 'webhookSettings.secretHint')}
      >
        <input
          className="input"
          autoComplete="off"
          spellCheck={false}
          maxLength={1_000}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
      </FormField>
      <Problem text={problem} />
      <div className="inline-form">
        <Button onClick={() => setSecret(newSecret())}>{ts('webhookSettings.makeSecret')}</Button>
        <Button kind="primary" type="submit" disabled={isBusy || tool === '' || secret === ''}>
          {ts(isReplaced ? 'webhookSettings.replaceSecret' : 'webhookSettings.setSecret')}
        </Button>
      </div>
    </form>
  );
}

/** Secrets that tools sign with, by tool. */
export function WebhookSecrets({ botId, secrets, onChanged }: Props) {
  const integrations = useClientState((state) => state.webhookBots);
  const nameOf = ({ integration }: Secret): string =>
    integration === null
      ? ts('webhookSettings.everyTool')
      : (integrations.find(({ name }) => name === integration)?.display_name ?? integration);
  return (
    <>
      <p className="setting-hint">{ts('webhookSettings.secretsAbout')}</p>
      {secrets.length > 0 && (
        <ul className="item-list" aria-label={ts('webhookSettings.secrets')}>
          {secrets.map((secret) => (
            <li className="item" key={secret.integration ?? ''}>
              <SecretRow botId={botId} secret={secret} name={nameOf(secret)} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
      <NewSecret botId={botId} secrets={secrets} onChanged={onChanged} />
    </>
  );
}
