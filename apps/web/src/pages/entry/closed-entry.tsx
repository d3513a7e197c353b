import { te } from '../../strings/entry-strings';
import { Notice } from '../notice';
import { LinkNotice } from './link-notice';
import type { EntryReason } from './refusal-reason';

interface ClosedEntryProps {
  reason: EntryReason;
  organization: string;
}

const SIGN_IN = '/login/';
/** Where the form is that asks for an address once more: of this page's own invitation, where it has one. */
const JOIN = '/register/';

/** Why nobody can sign up by a link, or with an address: a page for each reason, with the way on. */
export function ClosedEntry({ reason, organization }: ClosedEntryProps) {
  switch (reason) {
    case 'unknown':
    case 'expired':
    case 'used':
    case 'revoked': {
      const texts = {
        expired: te('closed.joinExpiredText'),
        used: te('closed.joinUsedText'),
        revoked: te('closed.joinRevokedText', { organization }),
      };
      const action = reason === 'expired' ? { href: JOIN, text: te('link.resetAgain') } : signInAction();
      return <LinkNotice reason={reason} texts={texts} action={action} />;
    }
    case 'domain-not-allowed':
    case 'disposable':
    case 'contains-plus':
      return <AddressNotice reason={reason} organization={organization} action={joinAction()} />;
    case 'invitation-required':
    case 'already-member':
    case 'deactivated':
      return <AddressNotice reason={reason} organization={organization} action={signInAction()} />;
  }
}

interface Action {
  href: string;
  text: string;
}

function signInAction(): Action {
  return { href: SIGN_IN, text: te('closed.toSignIn') };
}

/** By a reusable invitation the page itself asks again; a mail's link is for one address alone. */
function joinAction(): Action {
  const isLink = location.pathname.startsWith('/join/');
  return { href: isLink ? location.pathname : JOIN, text: te('closed.toJoin') };
}

type AddressReason = Exclude<EntryReason, 'unknown' | 'expired' | 'used' | 'revoked'>;

function AddressNotice({ reason, organization, action }: ClosedEntryProps & { reason: AddressReason; action: Action }) {
  const link = (
    <a className="button" data-kind="primary" href={action.href}>
      {action.text}
    </a>
  );
  return (
    <Notice title={te(`closed.${reason}Title`)} action={link}>
      {te(`closed.${reason}Text`, { organization })}
    </Notice>
  );
}
