import { endMailSuspension, listMailSuspensions } from '@stoa/contracts/push';
import { useCallback } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useFetched } from '../../client/fetched';
import { useSubmit } from '../../client/submit';
import { userOf } from '../../store/users';
import { languageInUse } from '../../strings/strings';
import { type SettingsKey, ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FilteredList, WhenFetched } from '../settings/parts';

type Suspension = AnswerOf<typeof listMailSuspensions>['mail_suspensions'][number];

const REASONS: Readonly<Record<Suspension['reason'], SettingsKey>> = {
  hard: 'users.mails.hard',
  soft: 'users.mails.soft',
  complaint: 'users.mails.complaint',
};

/** Why no mails are sent, what the mail server said, and since when. */
function aboutText({ reason, status, since }: Suspension): string {
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium' }).format(since * 1_000);
  return [ts(REASONS[reason]), status, ts('users.mails.since', { date })].filter((fact) => fact !== '').join(' · ');
}

function SuspensionRow({ suspension, onEnded }: { suspension: Suspension; onEnded: () => void }) {
  const user = useClientState((state) => userOf(state, suspension.user_id));
  const { isBusy, problem, submit } = useSubmit();
  const end = (): void =>
    void submit(() => call(endMailSuspension, { user_id: suspension.user_id })).then((isDone) => isDone && onEnded());
  return (
    <>
      <span className="item-text">
        <a href={`#user/${suspension.user_id}`}>
          <bdi>{user.full_name}</bdi>
        </a>
        <span className="setting-hint">
          {user.delivery_email && <bdi>{user.delivery_email} · </bdi>}
          {aboutText(suspension)}
        </span>
        <Problem isInline text={problem} />
      </span>
      <span className="item-actions">
        <Button disabled={isBusy} onClick={end}>
          {ts('users.mails.end')}
        </Button>
      </span>
    </>
  );
}

/** People whose mails came back or were reported as spam: they get none until the address is confirmed or changed. */
export function SuspendedMails() {
  const users = useClientState((state) => state.users);
  const load = useCallback((signal: AbortSignal) => call(listMailSuspensions, {}, { signal }), []);
  const [fetched, again] = useFetched(load);
  return (
    <>
      <p>{ts('users.mails.about')}</p>
      <WhenFetched fetched={fetched} onRetry={again}>
        {({ mail_suspensions: suspensions }) => (
          <FilteredList
            items={suspensions}
            textOf={({ user_id: userId }) => users.get(userId)?.full_name ?? ''}
            keyOf={({ user_id: userId }) => userId}
            label={ts('users.mails')}
            empty={ts('users.mails.none')}
          >
            {(suspension) => <SuspensionRow suspension={suspension} onEnded={again} />}
          </FilteredList>
        )}
      </WhenFetched>
    </>
  );
}
