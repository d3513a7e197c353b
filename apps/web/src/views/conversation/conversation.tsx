import { useEffect, useMemo, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { ComposeBox } from '../../compose/compose-box';
import { type Narrow, kindOf, narrowKey } from '../../narrow/terms';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { type LoadFailure, anchorOf, failureOf } from '../../windows/message-loader';
import { markRead } from './mark-read';
import { MessageList } from './message-list';
import './conversation.css';

/** Opens the window of a narrow; again when it was lost, or when asked to. */
function useWindow(narrow: Narrow) {
  const { loader } = useClient();
  const key = narrowKey(narrow);
  const window = useClientState((state) => state.windows.get(key));
  const [anchor, setAnchor] = useState<number>();
  const [failure, setFailure] = useState<LoadFailure>();
  const [attempt, setAttempt] = useState(0);
  const isStale = window?.isStale === true;
  useEffect(() => {
    let isCurrent = true;
    loader.open(narrow, anchorOf(narrow)).then(
      (found) => {
        if (!isCurrent) return;
        setFailure(undefined);
        setAnchor(found);
      },
      (error: unknown) => isCurrent && setFailure(failureOf(error, t('failure.connection'))),
    );
    return () => {
      isCurrent = false;
    };
  }, [loader, narrow, isStale, attempt]);
  return { window, anchor, failure, retry: () => setAttempt(attempt + 1) };
}

const EMPTY_TEXTS = {
  topic: 'conversation.emptyTopic',
  direct: 'conversation.emptyDirect',
  channel: 'conversation.emptyChannel',
  feed: 'conversation.emptyFeed',
  'direct-feed': 'conversation.emptyDirects',
  search: 'conversation.nothingFound',
  other: 'conversation.nothingHere',
} as const;

/** The messages of a narrow and, where one can write, the place to write. */
export function Conversation({ narrow: given }: { narrow: Narrow }) {
  const client = useClient();
  // The same narrow may come as another object with each look at the address.
  const text = JSON.stringify(given);
  const narrow = useMemo(() => JSON.parse(text) as Narrow, [text]);
  const { window, anchor, failure, retry } = useWindow(narrow);
  const kind = kindOf(narrow);
  const isOpening = window === undefined || (window.ids.length === 0 && window.fetchingNewer);
  return (
    <div className="conversation">
      {failure && window?.ids.length === undefined && (
        <div className="empty" role="alert">
          <p>{failure.message}</p>
          <Button onClick={retry}>{t('failure.retry')}</Button>
        </div>
      )}
      {isOpening && !failure && <div className="messages-loading">{t('app.loading')}</div>}
      {!isOpening && window.ids.length === 0 && (
        <div className="empty">
          <h2>{t(EMPTY_TEXTS[kind])}</h2>
        </div>
      )}
      {!isOpening && window.ids.length > 0 && (
        <MessageList
          key={narrowKey(narrow)}
          narrow={narrow}
          window={window}
          anchor={anchor}
          onEndSeen={() => markRead(client, window, kind)}
        />
      )}
      <ComposeBox narrow={narrow} />
    </div>
  );
}
