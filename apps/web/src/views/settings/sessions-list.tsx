import { endOtherSessions, endSession, listSessions } from '@stoa/contracts/users';
import { Monitor } from 'lucide-react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useFetched } from '../../client/fetched';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Block, WhenFetched } from './parts';
import { type Session, beginAndEndText } from './session-text';

const load = (signal: AbortSignal) => call(listSessions, {}, { signal });

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium', timeStyle: 'short' });
  const client = session.client === '' ? ts('sessions.unknown') : session.client;
  const beginAndEnd = beginAndEndText(session);
  return (
    <li className="item">
      <Monitor size="1.25rem" aria-hidden="true" />
      <span className="item-text">
        <span>
          {client} {session.is_current && <strong className="item-mark">{ts('sessions.current')}</strong>}
        </span>
        <span className="setting-hint">
          {ts('sessions.facts', {
            used: date.format(session.last_used * 1000),
            since: date.format(session.date_created * 1000),
            address: session.ip_address,
          })}
        </span>
        {beginAndEnd !== undefined && <span className="setting-hint">{beginAndEnd}</span>}
      </span>
      {!session.is_current && (
        <Button aria-label={ts('sessions.endNamed', { client })} onClick={onEnd}>
          {ts('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Browsers that are signed in as the user (identity.md 1.4). */
export function SessionsList() {
  const [fetched, again] = useFetched(load);
  const end = (request: () => Promise<unknown>): void => void act(request).then(again);
  const hasOthers = fetched.kind === 'ready' && fetched.value.sessions.length > 1;
  return (
    <Block
      title={ts('sessions.title')}
      action={
        hasOthers && <Button onClick={() => end(() => call(endOtherSessions, {}))}>{ts('sessions.endOthers')}</Button>
      }
    >
      <p className="setting-hint">{ts('sessions.about')}</p>
      <WhenFetched fetched={fetched} onRetry={again}>
        {({ sessions }) => (
          <ul className="item-list" aria-label={ts('sessions.title')}>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={() => end(() => call(endSession, { session_id: session.id }))}
              />
            ))}
          </ul>
        )}
      </WhenFetched>
    </Block>
  );
}
