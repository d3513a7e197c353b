import { tryIncomingDelivery } from '@stoa/contracts/messages';
import { useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useSubmit } from '../../client/submit';
import type { Bot } from '../../store/bots';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import type { WebhookChoices } from './webhook-address';

type Trial = AnswerOf<typeof tryIncomingDelivery>;

/** It stands below what the dialog had room for. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** What the bot would write, and where to find what it has written. */
export function TrialResult({ trial: { messages, message_ids: ids = [] } }: { trial: Trial }) {
  return (
    <div ref={intoView}>
      {ids.map((id) => (
        <p key={id} role="status">
          <a href={`#narrow/near/${id}`}>{ts('webhook.exampleSent')}</a>
        </p>
      ))}
      {messages.map(({ topic, content }, index) => (
        <div key={index}>
          <h4>
            <bdi>{topic}</bdi>
          </h4>
          <pre className="call-body" tabIndex={0} aria-label={ts('webhook.example')}>
            {content}
          </pre>
        </div>
      ))}
    </div>
  );
}

/** Shows what a tool's delivery becomes, before the tool has the address; in the channel, too, if the owner likes. */
export function WebhookTrial({ bot, choices }: { bot: Bot; choices: WebhookChoices }) {
  const { integration, channelId, topic } = choices;
  const { isBusy, problem, submit } = useSubmit();
  const [trial, setTrial] = useState<Trial>();
  const run = (streamId?: number): void => {
    const named = channelId !== undefined && topic.trim() !== '' ? { topic: topic.trim() } : {};
    const there = streamId === undefined ? {} : { stream_id: streamId };
    const request = { bot_id: bot.user_id, integration: integration.name, ...named, ...there };
    void submit(async () => setTrial(await call(tryIncomingDelivery, request)));
  };
  return (
    <section className="settings-form" aria-label={ts('webhook.example')}>
      <div className="item-actions">
        <Button disabled={isBusy} onClick={() => run()}>
          {ts('webhook.exampleShow')}
        </Button>
        {channelId !== undefined && (
          <Button disabled={isBusy} onClick={() => run(channelId)}>
            {ts('webhook.exampleSend')}
          </Button>
        )}
      </div>
      <Problem text={problem} />
      {trial && <TrialResult key={trial.message_ids?.join() ?? ''} trial={trial} />}
    </section>
  );
}
