import { listBotCalls, resendBotCall, testBot } from '@stoa/contracts/messages';
import { useCallback, useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import { useSubmit } from '../../client/submit';
import type { Bot } from '../../store/bots';
import { type SettingsKey, ts } from '../../strings/settings-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { Body, Headers, RecordsBodies } from './log-parts';
import { timeText } from './log-time';
import { WhenFetched } from './parts';

type Answer = AnswerOf<typeof listBotCalls>;
type BotCall = Answer['deliveries'][number];

const OUTCOMES: Readonly<Record<BotCall['outcome'], SettingsKey>> = {
  replied: 'bots.call.replied',
  silent: 'bots.call.silent',
  will_retry: 'bots.call.will_retry',
  failed: 'bots.call.failed',
};

function causeText({ message_id: messageId, trigger }: BotCall): string {
  if (messageId === null) return ts('bots.call.test');
  return ts(trigger === 'mention' ? 'bots.call.mention' : 'bots.call.direct_message');
}

/** When, why, and how it went. */
function headline(botCall: BotCall): string {
  const { status, attempt, duration_ms: ms, outcome } = botCall;
  const facts = [
    causeText(botCall),
    ...(botCall.resend_of === null ? [] : [ts('bots.call.resent')]),
    ...(attempt > 1 ? [ts('bots.call.attempt', { attempt })] : []),
    ts(OUTCOMES[outcome]),
    status === null ? ts('bots.call.noAnswer') : ts('bots.call.status', { status }),
    ts('bots.call.ms', { ms }),
  ];
  return facts.join(' · ');
}

function CallRow({ botId, botCall, onResent }: { botId: number; botCall: BotCall; onResent: () => void }) {
  const { isBusy, problem, submit } = useSubmit();
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
      <Headers name={ts('bots.call.requestHeaders')} headers={botCall.request_headers} />
      <Body name={ts('bots.call.request')} text={botCall.request_body} />
      <Headers name={ts('bots.call.answerHeaders')} headers={botCall.answer_headers} />
      <Body name={ts('bots.call.answer')} text={botCall.answer_body} />
      <Problem text={problem} />
      {botCall.can_resend && (
        <Button
          disabled={isBusy}
          onClick={() =>
            void submit(() => call(resendBotCall, { bot_id: botId, id: botCall.id })).then((isDone) => {
              if (isDone) onResent();
            })
          }
        >
          {ts('bots.resend')}
        </Button>
      )}
    </details>
  );
}

function Calls({ botId, answer, again }: { botId: number; answer: Answer; again: () => void }) {
  const { deliveries, failures, paused_until: pausedUntil, last_success_at: lastSuccessAt } = answer;
  const [isResent, setResent] = useState(false);
  return (
    <>
      {failures > 0 && <p role="status">{ts('bots.callsFailing', { count: failures })}</p>}
      {pausedUntil !== null && <p role="status">{ts('bots.callsPaused', { time: timeText(pausedUntil) })}</p>}
      {lastSuccessAt !== null && (
        <p className="setting-hint">{ts('bots.lastSuccess', { time: timeText(lastSuccessAt) })}</p>
      )}
      {isResent && <p role="status">{ts('bots.resendDone')}</p>}
      {deliveries.length === 0 ? (
        <p className="settings-nothing">{ts('bots.callsEmpty')}</p>
      ) : (
        <ul className="item-list" aria-label={ts('bots.calls')}>
          {deliveries.map((botCall) => (
            <li key={botCall.id}>
              <CallRow botId={botId} botCall={botCall} onResent={() => setResent(true)} />
            </li>
          ))}
        </ul>
      )}
      <RecordsBodies botId={botId} isOn={answer.records_bodies} onChange={again} />
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
          <Button onClick={again}>{ts('bots.deliveriesAgain')}</Button>
          <Button kind="primary" disabled={isBusy} onClick={test}>
            {ts('bots.testSend')}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      <WhenFetched fetched={fetched} onRetry={again}>
        {(answer) => <Calls botId={botId} answer={answer} again={again} />}
      </WhenFetched>
    </Dialog>
  );
}
