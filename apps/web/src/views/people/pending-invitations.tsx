import { listInvitations, resendInvitation, revokeInvitation, revokeInvitationLink } from '@stoa/contracts/users';
import { useCallback } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { useFetched } from '../../client/fetched';
import { confirmDone } from '../../client/notices';
import { useSubmit } from '../../client/submit';
import { roleText } from '../../parts/role-text';
import { userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';
import { languageInUse, t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FilteredList, WhenFetched } from '../settings/parts';

type Invitation = AnswerOf<typeof listInvitations>['invites'][number];

function InvitationRow({ invitation, onChanged }: { invitation: Invitation; onChanged: () => void }) {
  const inviter = useClientState((state) => userOf(state, invitation.invited_by_user_id).full_name);
  const { isBusy, problem, submit } = useSubmit();
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium' });
  const expiry = invitation.expiry_date;
  const about = { role: roleText(invitation.invited_as), inviter };
  const revoke = (): void =>
    void submit(() =>
      call(invitation.is_multiuse ? revokeInvitationLink : revokeInvitation, { invite_id: invitation.id }),
    ).then((isDone) => isDone && onChanged());
  const resend = (): void =>
    void submit(() => call(resendInvitation, { invite_id: invitation.id })).then(
      (isDone) => isDone && confirmDone(tp('invite.resent')),
    );
  return (
    <>
      <span className="item-text">
        <bdi>{invitation.is_multiuse ? tp('invite.aLink') : invitation.email}</bdi>
        <span className="setting-hint">
          {tp('invite.about', about)} ·{' '}
          {expiry === null ? tp('invite.neverExpires') : tp('invite.expires', { date: date.format(expiry * 1000) })}
        </span>
        <Problem isInline text={problem} />
      </span>
      <span className="item-actions">
        {invitation.is_multiuse ? (
          <Button onClick={() => void copyText(invitation.link_url, t('message.linkCopied'))}>
            {tp('invite.copyLink')}
          </Button>
        ) : (
          <Button disabled={isBusy} onClick={resend}>
            {tp('invite.resend')}
          </Button>
        )}
        <Button kind="danger" disabled={isBusy} onClick={revoke}>
          {tp('invite.revoke')}
        </Button>
      </span>
    </>
  );
}

/** Invitations that nobody has accepted yet: one's own, for administrators everybody's. */
export function PendingInvitations() {
  const version = useClientState((state) => state.listVersions.invites);
  const load = useCallback((signal: AbortSignal) => call(listInvitations, {}, { signal }), []);
  const [fetched, again] = useFetched(load, version);
  return (
    <WhenFetched fetched={fetched} onRetry={again}>
      {({ invites }) => (
        <FilteredList
          items={[...invites].sort((a, b) => b.invited - a.invited)}
          textOf={(invitation) => (invitation.is_multiuse ? tp('invite.aLink') : invitation.email)}
          keyOf={({ id, is_multiuse }) => `${is_multiuse ? 'link' : 'mail'} ${id}`}
          label={tp('invite.pending')}
          empty={tp('invite.nonePending')}
        >
          {(invitation) => <InvitationRow invitation={invitation} onChanged={again} />}
        </FilteredList>
      )}
    </WhenFetched>
  );
}
