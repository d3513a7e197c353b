import { listBotCalls, testBot } from '@stoa/contracts/messages';
import { useCallback } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import { useSubmit } from '../../client/submit';
import type { Bot } from '../../store/bots';
import { type SettingsKey, ts } from '../../strings/settings-strings';
import { languageInUse, t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { WhenFetched } from './parts';

type Answer = AnswerOf<typeof listBotCalls>;
type BotCall = Answer['deliveries'][number];

const OUTCOMES: Readonly<Record<BotCall['outcome'], SettingsKey>> = {
  replied: 'bots.call.replied',
  silent: 'bots.call.silent',
  will_retry: 'bots.call.will_retry',
  failed: 'bots.call.failed',
};

function timeText(seconds: number): string {
  const format = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'short', timeStyle: 'medium' });
  return format.format(seconds * 1_000);
}

function causeText({ message_id: messageId, trigger }: BotCall): string {
  if (messageId === null) return ts('bots.call.test');
  return ts(trigger === 'mention' ? 'bots.call.mention' : 'bots.call.direct_message');
}

/** When, why, and how it went. */
function headline(botCall: BotCall): string {
  const { status, attempt, duration_ms: ms, outcome } = botCall;
  const facts = [
    causeText(botCall),
    ...(attempt > 1 ? [ts('bots.call.attempt', { attempt })] : []),
    ts(OUTCOMES[outcome]),
    status === null ? ts('bots.call.noAnswer') : ts('bots.call.status', { status }),
    ts('bots.call.ms', { ms }),
  ];
  return facts.join(' · ');
}

function Body({ name, text }: { name: string; text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <>
      <h4>{name}</h4>
      <pre className="call-body" tabIndex={0} aria-label={name}>
        {text}
      </pre>
    </>
  );
}

function CallRow({ botCall }: { botCall: BotCall }) {
  const { started_at: startedAt, url, failure, delivery_id: deliveryId } = botCall;
  return (
    <details className="call">
      <summary>
        <time dateTime={new Date(startedAt * 1_000).toISOString()}>{timeText(startedAt)}</time>{' '}
        <span className={botCall.status === null || failure !== null ? 'field-error' : 'setting-hint'}>
          {headline(botCall)}
        </span>
      </summary>
      {failure !== null && <p className="field-error">{failure}</p>}
      <p className="setting-hint">
        {url} · {deliveryId}
      </p>
      <Body name={ts('bots.call.request')} text={botCall.request_body} />
      <Body name={ts('bots.call.answer')} text={botCall.answer_body} />
    </details>
  );
}

function Calls({ answer }: { answer: Answer }) {
  const { deliveries, failures, paused_until: pausedUntil } = answer;
  return (
    <>
      {failures > 0 && <p role="status">{ts('bots.callsFailing', { count: failures })}</p>}
      {pausedUntil !== null && <p role="status">{ts('bots.callsPaused', { time: timeText(pausedUntil) })}</p>}
      {deliveries.length === 0 ? (
        <p className="settings-nothing">{ts('bots.callsEmpty')}</p>
      ) : (
        <ul className="item-list" aria-label={ts('bots.calls')}>
          {deliveries.map((botCall) => (
            <li key={botCall.id}>
              <CallRow botCall={botCall} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What the service of an outgoing webhook bot was asked, and a test of it. */
export function BotCalls({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const botId = bot.user_id;
  const load = useCallback((signal: AbortSignal) => call(listBotCalls, { bot_id: botId }, { signal }), [botId]);
  const [fetched, again] = useFetched(load);
  const { isBusy, problem, submit } = useSubmit();
  const test = (): void => void submit(() => call(testBot, { bot_id: botId })).then(again);
  return (
    <Dialog
      title={ts('bots.callsTitle', { name: bot.full_name })}
      description={ts('bots.callsAbout')}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.close')}</Button>
          <Button kind="primary" disabled={isBusy} onClick={test}>
            {ts('bots.testSend')}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      <WhenFetched fetched={fetched} onRetry={again}>
        {(answer) => <Calls answer={answer} />}
      </WhenFetched>
    </Dialog>
  );
}
