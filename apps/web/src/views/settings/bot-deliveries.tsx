import { listIncomingDeliveries, replayDelivery } from '@stoa/contracts/messages';
import { useCallback } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import { useSubmit } from '../../client/submit';
import type { Bot } from '../../store/bots';
import { ts } from '../../strings/settings-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { type Delivery, deliveryText, healthText } from './delivery-text';
import { Body, Headers, RecordsBodies } from './log-parts';
import { timeText } from './log-time';
import { WhenFetched } from './parts';

type Answer = AnswerOf<typeof listIncomingDeliveries>;

function DeliveryRow({ botId, delivery, again }: { botId: number; delivery: Delivery; again: () => void }) {
  const { isBusy, problem, submit } = useSubmit();
  const { received_at: receivedAt, delivery_id: deliveryId, message_ids: messageIds, failure, body } = delivery;
  return (
    <details className="call">
      <summary>
        <time dateTime={new Date(receivedAt * 1_000).toISOString()}>{timeText(receivedAt)}</time>{' '}
        <span className={failure === null ? 'setting-hint' : 'field-error'}>{deliveryText(delivery)}</span>
      </summary>
      {failure !== null && <p className="field-error">{failure}</p>}
      {messageIds.map((id, index) => (
        <p key={id}>
          <a href={`#narrow/near/${id}`}>{ts('bots.deliveryMessage', { number: index + 1 })}</a>
        </p>
      ))}
      {deliveryId !== null && <p className="setting-hint">{deliveryId}</p>}
      {delivery.is_signed !== null && (
        <p className="setting-hint">{ts(delivery.is_signed ? 'bots.delivery.signed' : 'bots.delivery.unsigned')}</p>
      )}
      <Headers name={ts('bots.call.requestHeaders')} headers={delivery.headers} />
      <Body name={ts('bots.call.request')} text={body} />
      <Problem text={problem} />
      {delivery.can_replay && (
        <Button
          disabled={isBusy}
          onClick={() => void submit(() => call(replayDelivery, { bot_id: botId, id: delivery.id })).then(again)}
        >
          {ts('bots.replay')}
        </Button>
      )}
    </details>
  );
}

/** How the deliveries of each tool fare. */
function Health({ health }: { health: Answer['health'] }) {
  return health.map((tool) => (
    <p key={tool.integration} className={tool.failures > 0 ? 'field-error' : 'setting-hint'}>
      {healthText(tool)}
    </p>
  ));
}

function Deliveries({ botId, answer, again }: { botId: number; answer: Answer; again: () => void }) {
  const { deliveries, health, records_bodies: recordsBodies } = answer;
  return (
    <>
      <Health health={health} />
      {deliveries.length === 0 ? (
        <p className="settings-nothing">{ts('bots.deliveriesEmpty')}</p>
      ) : (
        <ul className="item-list" aria-label={ts('bots.deliveries')}>
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow botId={botId} delivery={delivery} again={again} />
            </li>
          ))}
        </ul>
      )}
      <RecordsBodies botId={botId} isOn={recordsBodies} onChange={again} />
    </>
  );
}

/** What other tools have delivered to a bot, and what became of it. */
export function BotDeliveries({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const botId = bot.user_id;
  const load = useCallback(
    (signal: AbortSignal) => call(listIncomingDeliveries, { bot_id: botId }, { signal }),
    [botId],
  );
  const [fetched, again] = useFetched(load);
  return (
    <Dialog
      title={ts('bots.deliveriesTitle', { name: bot.full_name })}
      description={ts('bots.deliveriesAbout')}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.close')}</Button>
          <Button onClick={again}>{ts('bots.deliveriesAgain')}</Button>
        </>
      }
    >
      <WhenFetched fetched={fetched} onRetry={again}>
        {(answer) => <Deliveries botId={botId} answer={answer} again={again} />}
      </WhenFetched>
    </Dialog>
  );
}
