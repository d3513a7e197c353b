import { useClient } from '../client/client';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { type Target, targetKey } from './target';

/** Messages of this conversation that are on their way, and what can be done about those that failed. */
export function Outgoing({ target }: { target: Target }) {
  const { outbox } = useClient();
  const waiting = useSlice(outbox.messages, (messages) => messages);
  const key = targetKey(target);
  const here = waiting.filter((message) => targetKey(message.recipient).startsWith(key));
  if (here.length === 0) return null;
  return (
    <ul className="outgoing" aria-label={t('outbox.title')}>
      {here.map(({ key: id, content, state, failure }) => (
        <li key={id} data-state={state}>
          <span className="outgoing-text" dir="auto">
            {content}
          </span>
          {state !== 'sent' && (
            <span role={state === 'failed' ? 'alert' : 'status'} className="outgoing-state">
              {state === 'failed' ? (failure ?? t('outbox.failed')) : t('outbox.sending')}
            </span>
          )}
          {state === 'failed' && (
            <>
              <Button onClick={() => void outbox.retry(id)}>{t('failure.retry')}</Button>
              <Button kind="quiet" onClick={() => void outbox.discard(id)}>
                {t('outbox.discard')}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
