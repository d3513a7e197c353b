import { createInvitationLink, sendInvitations } from '@stoa/contracts/users';
import { Role } from '@stoa/policy';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { confirmDone } from '../../client/notices';
import { useSubmit } from '../../client/submit';
import { ORGANIZATION_PERMISSIONS } from '../../parts/addresses';
import { WhoHas } from '../../parts/who-has';
import { type InvitationRights, invitationRights } from '../../store/invitation-permissions';
import { type PeopleKey, tp } from '../../strings/people-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { FormField } from '../settings/parts';
import { InviteFields } from './invite-fields';
import { type InviteTerms, type NotInvited, USUAL_LIFE, notInvited, termsRequest, wasPartlySent } from './invite-terms';
import { PendingInvitations } from './pending-invitations';
import '../settings/settings.css';
import './people.css';

function useTerms() {
  const [terms, setTerms] = useState<InviteTerms>({
    role: Role.Member,
    minutes: USUAL_LIFE,
    withDefaultChannels: true,
    channelIds: [],
    groupIds: [],
  });
  return [terms, (change: Partial<InviteTerms>) => setTerms((before) => ({ ...before, ...change }))] as const;
}

interface FormProps {
  action: string;
  isReady: boolean;
  isBusy: boolean;
  problem: string | undefined;
  onSubmit: () => void;
  children: ReactNode;
}

function Form({ action, isReady, isBusy, problem, onSubmit, children }: FormProps) {
  return (
    <form
      className="settings-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Problem text={problem} />
      <div className="inline-form">
        <Button kind="primary" type="submit" disabled={isBusy || !isReady}>
          {action}
        </Button>
      </div>
    </form>
  );
}

function Refused({ people }: { people: readonly NotInvited[] }) {
  if (people.length === 0) return null;
  return (
    <ul className="refused" aria-label={tp('invite.refused')}>
      {people.map(({ email, reason }) => (
        <li key={email}>
          <bdi>{email}</bdi>: {reason}
        </li>
      ))}
    </ul>
  );
}

interface PartProps {
  rights: InvitationRights;
  onClose: () => void;
}

function ByMail({ rights, onClose }: PartProps) {
  const [emails, setEmails] = useState('');
  const [terms, changeTerms] = useTerms();
  const [isTold, setTold] = useState(true);
  const [refused, setRefused] = useState<readonly NotInvited[]>([]);
  const { isBusy, problem, submit } = useSubmit();
  const send = async (): Promise<void> => {
    setRefused([]);
    try {
      const about = { invitee_emails: emails, notify_referrer_on_join: isTold };
      await call(sendInvitations, { ...about, ...termsRequest(terms) });
    } catch (error) {
      setRefused(notInvited(error));
      // What went out must not go out again with the next try.
      if (wasPartlySent(error))
        setEmails(
          notInvited(error)
            .map(({ email }) => email)
            .join('\n'),
        );
      throw error;
    }
    confirmDone(tp('invite.sent'));
    onClose();
  };
  return (
    <Form
      action={tp('invite.send')}
      isReady={emails.trim() !== ''}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void submit(send)}
    >
      <FormField label={tp('invite.emails')} hint={tp('invite.emailsHint')}>
        <textarea
          className="input"
          rows={3}
          dir="ltr"
          data-autofocus
          value={emails}
          onChange={(event) => setEmails(event.target.value)}
        />
      </FormField>
      <InviteFields terms={terms} rights={rights} onChange={changeTerms} />
      <label className="check-line">
        <input type="checkbox" checked={isTold} onChange={(event) => setTold(event.target.checked)} />
        {tp('invite.tellMe')}
      </label>
      <Refused people={refused} />
    </Form>
  );
}

function ByLink({ rights }: PartProps) {
  const [terms, changeTerms] = useTerms();
  const [link, setLink] = useState<string>();
  const { isBusy, problem, submit } = useSubmit();
  const create = async (): Promise<void> => {
    setLink((await call(createInvitationLink, termsRequest(terms))).invite_link);
  };
  return (
    <Form
      action={tp('invite.createLink')}
      isReady
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void submit(create)}
    >
      <p>{tp('invite.linkText')}</p>
      <InviteFields terms={terms} rights={rights} onChange={changeTerms} />
      {link !== undefined && (
        <div className="invite-link" role="status">
          <code className="key-shown">{link}</code>
          <Button onClick={() => void copyText(link, t('message.linkCopied'))}>{tp('invite.copyLink')}</Button>
        </div>
      )}
    </Form>
  );
}

const PARTS = { mail: ByMail, link: ByLink, pending: PendingInvitations } as const;
type Part = keyof typeof PARTS;

function partsFor({ byMail, byLink }: InvitationRights): readonly Part[] {
  return [...(byMail ? ['mail' as const] : []), ...(byLink ? ['link' as const] : []), 'pending'];
}

function isSame(a: InvitationRights, b: InvitationRights): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface OverlayProps {
  path: readonly string[];
  onClose: () => void;
}

/** Who may invite, for who may not. */
function MayNotInvite() {
  const byMail = useClientState((state) => state.organization.realm_can_invite_users_group);
  const byLink = useClientState((state) => state.organization.realm_create_multiuse_invite_group);
  return (
    <p>
      {tp('invite.notAllowed')}
      <WhoHas values={[byMail, byLink]} href={ORGANIZATION_PERMISSIONS} />
    </p>
  );
}

/** Brings people into the organization: `#invite/part` (web-details.md F). */
export function InviteDialog({ path: [name], onClose }: OverlayProps) {
  const rights = useClientState(invitationRights, isSame);
  const isAllowed = rights.byMail || rights.byLink;
  const parts = partsFor(rights);
  const current = parts.find((part) => part === name) ?? parts[0] ?? 'pending';
  const Body = PARTS[current];
  return (
    <Dialog title={tp('invite.title')} onClose={onClose}>
      {isAllowed ? (
        <>
          <nav className="tabs" aria-label={tp('invite.parts')}>
            {parts.map((part) => (
              <a key={part} href={`#invite/${part}`} aria-current={part === current ? 'page' : undefined}>
                {tp(`invite.${part}` satisfies PeopleKey)}
              </a>
            ))}
          </nav>
          <Body rights={rights} onClose={onClose} />
        </>
      ) : (
        <MayNotInvite />
      )}
    </Dialog>
  );
}
