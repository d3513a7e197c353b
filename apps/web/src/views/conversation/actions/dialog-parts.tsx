import { type ReactNode, useEffect, useState } from 'react';
import { RequestRefused } from '../../../api/failures';
import { useClientState } from '../../../client/client';
import { useRenderFacts } from '../../../client/render-facts';
import { MessageContent } from '../../../render/message-content';
import type { Message } from '../../../store/message';
import { userOf } from '../../../store/users';
import { languageInUse, t } from '../../../strings/strings';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/button';
import './message-dialogs.css';

export interface DialogFor {
  message: Message;
  onClose: () => void;
}

type Loaded<T> = { state: 'loading' } | { state: 'there'; value: T } | { state: 'failed'; reason: string };

/** What a dialog fetches when it opens, and again when asked to. */
export function useLoaded<T>(load: () => Promise<T>, everyMs?: number): [Loaded<T>, retry: () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  // The dialog is made anew for another message, so what it loads stays the same.
  const [first] = useState(() => load);
  useEffect(() => {
    let isCurrent = true;
    first().then(
      (value) => isCurrent && setLoaded({ state: 'there', value }),
      (error: unknown) => {
        const reason = error instanceof RequestRefused ? error.message : t('failure.connection');
        if (isCurrent) setLoaded((known) => (known.state === 'there' ? known : { state: 'failed', reason }));
      },
    );
    const timer = everyMs === undefined ? undefined : setTimeout(() => setRound(round + 1), everyMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [first, everyMs, round]);
  return [loaded, () => setRound(round + 1)];
}

interface LoadedPartProps<T> {
  loaded: Loaded<T>;
  onRetry: () => void;
  children: (value: T) => ReactNode;
}

export function LoadedPart<T>({ loaded, onRetry, children }: LoadedPartProps<T>) {
  if (loaded.state === 'loading') return <p className="dialog-loading">{t('app.loading')}</p>;
  if (loaded.state === 'there') return children(loaded.value);
  return (
    <div role="alert">
      <p className="field-error">{loaded.reason}</p>
      <Button onClick={onRetry}>{t('failure.retry')}</Button>
    </div>
  );
}

export function People({ userIds }: { userIds: readonly number[] }) {
  const users = useClientState((state) => state.users);
  const collator = new Intl.Collator(languageInUse());
  const people = userIds.map((id) => userOf({ users }, id)).sort((a, b) => collator.compare(a.full_name, b.full_name));
  return (
    <ul className="dialog-people">
      {people.map(({ user_id, full_name, avatar_url }) => (
        <li key={user_id}>
          <Avatar userId={user_id} name={full_name} url={avatar_url} size={1.75} />
          <bdi>{full_name}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Nothing in it is for the reader in particular. */
export const NO_MARKS = { isMentioned: false, isWildcardMentioned: false, alertWords: [] };

/** What the message says. */
export function Preview({ message }: { message: Message }) {
  const facts = useRenderFacts();
  return (
    <blockquote className="message-preview">
      <MessageContent html={message.content} facts={facts} message={NO_MARKS} />
    </blockquote>
  );
}
