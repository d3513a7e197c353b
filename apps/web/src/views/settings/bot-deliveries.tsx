import { listIncomingDeliveries } from '@stoa/contracts/messages';
import { useCallback } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import type { Bot } from '../../store/bots';
import { type SettingsKey, ts } from '../../strings/settings-strings';
import { languageInUse, t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { WhenFetched } from './parts';

type Delivery = AnswerOf<typeof listIncomingDeliveries>['deliveries'][number];

const OUTCOMES: Readonly<Record<Delivery['outcome'], SettingsKey>> = {
  posted: 'bots.delivery.posted',
  filtered: 'bots.delivery.filtered',
  nothing: 'bots.delivery.nothing',
  unsupported: 'bots.delivery.unsupported',
  refused: 'bots.delivery.refused',
  failed: 'bots.delivery.failed',
};

function timeText(seconds: number): string {
  const format = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'short', timeStyle: 'medium' });
  return format.format(seconds * 1_000);
}

/** From where, what, and how it went. */
function headline({ integration, events, outcome, status, duration_ms: ms, filtered_by: filters }: Delivery): string {
  const facts = [
    integration,
    events.join(', '),
    ts(OUTCOMES[outcome]),
    filters.join(', '),
    ts('bots.call.status', { status }),
    ts('bots.call.ms', { ms }),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { received_at: receivedAt, delivery_id: deliveryId, message_ids: messageIds, failure, body } = delivery;
  return (
    <details className="call">
      <summary>
        <time dateTime={new Date(receivedAt * 1_000).toISOString()}>{timeText(receivedAt)}</time>{' '}
        <span className={failure === null ? 'setting-hint' : 'field-error'}>{headline(delivery)}</span>
      </summary>
      {failure !== null && <p className="field-error">{failure}</p>}
      {messageIds.map((id, index) => (
        <p key={id}>
          <a href={`#narrow/near/${id}`}>{ts('bots.deliveryMessage', { number: index + 1 })}</a>
        </p>
      ))}
      {deliveryId !== null && <p className="setting-hint">{deliveryId}</p>}
      {body !== null && body !== '' && (
        <pre className="call-body" tabIndex={0} aria-label={ts('bots.call.request')}>
          {body}
        </pre>
      )}
    </details>
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
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p className="settings-nothing">{ts('bots.deliveriesEmpty')}</p>
          ) : (
            <ul className="item-list" aria-label={ts('bots.deliveries')}>
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <DeliveryRow delivery={delivery} />
                </li>
              ))}
            </ul>
          )
        }
      </WhenFetched>
    </Dialog>
  );
}
