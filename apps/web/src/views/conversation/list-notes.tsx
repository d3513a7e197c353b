import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { type Narrow, narrowKey } from '../../narrow/terms';
import { markConversationsRead } from '../../parts/mark-conversation';
import { t } from '../../strings/strings';
import { Button, IconButton } from '../../ui/button';
import { resumeReading, useUnreading } from './mark-read';

const SETTINGS = '#settings/preferences';

/** Says that what is seen here stays unread, and why; it can be marked all the same (web.md 2.14). */
function UnreadNote({ narrow, ids }: { narrow: Narrow; ids: readonly number[] }) {
  const client = useClient();
  const [isClosed, setClosed] = useState(false);
  const reason = useUnreading(narrow);
  const places = useClientState((state) => state.unreadPlaces);
  const unread = useMemo(() => ids.filter((id) => places.has(id)), [ids, places]);
  if (reason === undefined || unread.length === 0 || isClosed) return null;
  const mark = (): void => {
    resumeReading(narrowKey(narrow));
    markConversationsRead(client, unread);
  };
  return (
    <div className="list-note" role="status">
      <span>{t(`unreading.${reason}`)}</span>
      <Button onClick={mark}>{t('unreading.mark', { count: unread.length })}</Button>
      {reason !== 'view' && reason !== 'paused' && <a href={SETTINGS}>{t('unreading.setting')}</a>}
      <IconButton label={t('dialog.close')} onClick={() => setClosed(true)}>
        <X size="1rem" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface ToEndProps {
  /** Messages that came since the end was seen last. */
  count: number;
  onPress: () => void;
}

function ToEnd({ count, onPress }: ToEndProps) {
  return (
    <Button className="to-end" data-new={count > 0 || undefined} onClick={onPress}>
      <ArrowDown size="1rem" aria-hidden="true" />
      {count > 0 ? t('list.newMessages', { count }) : t('list.toEnd')}
    </Button>
  );
}

/** Growing failed at an end of what is held. */
export interface EdgeFailure {
  readonly direction: 'older' | 'newer';
  readonly text: string;
}

interface ListNotesProps {
  narrow: Narrow;
  ids: readonly number[];
  /** How far one is from the end; undefined at it. */
  away: { readonly count: number } | undefined;
  onEnd: () => void;
  failure: EdgeFailure | undefined;
  onRetry: () => void;
  /** Leads to an unread message above the screen; undefined where there is none. */
  onUnread: (() => void) | undefined;
}

/** What is said over the list, where it moves nothing. */
export function ListNotes({ narrow, ids, away, onEnd, failure, onRetry, onUnread }: ListNotesProps) {
  return (
    <>
      {onUnread && !failure && (
        <div className="list-notes" data-at="start">
          <Button className="to-end" data-new onClick={onUnread}>
            <ArrowUp size="1rem" aria-hidden="true" />
            {t('list.toFirstUnread')}
          </Button>
        </div>
      )}
      {failure && (
        <div className="list-notes" data-at={failure.direction === 'older' ? 'start' : 'end'}>
          <div className="list-note" role="alert">
            <span>{failure.text}</span>
            <Button onClick={onRetry}>{t('failure.retry')}</Button>
          </div>
        </div>
      )}
      <div className="list-notes" data-at="end">
        <UnreadNote narrow={narrow} ids={ids} />
        {away && <ToEnd count={away.count} onPress={onEnd} />}
      </div>
    </>
  );
}
