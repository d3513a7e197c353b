import { useEffect, useState } from 'react';
import { readAddress } from '../narrow/address';
import { leadsToChannel } from '../narrow/spectator-view';
import { te } from '../strings/entry-strings';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { AccountFinder } from './entry/account-finder';
import { EntryPages } from './entry/entry-pages';
import { Notice } from './notice';
import { type OutsidePage, outsidePage } from './outside-page';
import { SignIn } from './sign-in';
import { LEAST_FEATURE_LEVEL, type SignedOut } from './signed-out';

/** What the sign-in page says of the session that was. */
function reasonText(reason: SignedOut): string | undefined {
  switch (reason) {
    case 'session-ended':
      return te('signIn.ended');
    case 'account-deactivated':
      return te('signIn.accountDeactivated');
    default:
      return undefined;
  }
}

/** Nobody is known here yet: links name ids. */
const NO_NAMES = {
  ownUserId: 0,
  channelName: () => undefined,
  userName: () => undefined,
  channelIdByName: () => undefined,
  userIdByEmail: () => undefined,
};

/** Who follows a link to a channel of an organization that shows some to everybody looks, before anything is asked. */
function isLinkToLook(page: OutsidePage, reason: SignedOut): boolean {
  if (reason !== 'nobody' || page.kind !== 'sign-in' || !page.settings.realm_web_public_access_enabled) return false;
  return leadsToChannel(readAddress(location.hash, NO_NAMES));
}

interface OutsideProps {
  reason: SignedOut;
  /** The session's cookie is set. */
  onSignedIn: () => void;
  /** Somebody wants to see what is shown to everybody. */
  onSpectate: () => void;
}

/** What is to be shown, and a way to ask again. */
function useOutsidePage({ reason, onSpectate }: OutsideProps): [OutsidePage, again: () => void] {
  const [page, setPage] = useState<OutsidePage>({ kind: 'starting' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    void outsidePage(location.pathname, reason).then((found) => {
      if (isLeft) return;
      if (isLinkToLook(found, reason)) onSpectate();
      else setPage(found);
    });
    return () => {
      isLeft = true;
    };
  }, [reason, round, onSpectate]);
  return [page, () => setRound(round + 1)];
}

/** The service has a page that says it, and where the organization has moved to. */
function DeactivatedOrganization() {
  useEffect(() => location.replace('/accounts/deactivated/'), []);
  return <main className="page" aria-busy="true" />;
}

/** Everything that somebody sees who is not signed in. */
export function Outside(props: OutsideProps) {
  const [page, again] = useOutsidePage(props);
  const { reason, onSignedIn, onSpectate } = props;
  switch (page.kind) {
    case 'starting':
      return <main className="page" aria-busy="true" />;
    case 'sign-in':
      return (
        <SignIn settings={page.settings} reason={reasonText(reason)} onSignedIn={onSignedIn}>
          {page.settings.realm_web_public_access_enabled && (
            <Button onClick={onSpectate}>{te('signIn.spectate')}</Button>
          )}
        </SignIn>
      );
    case 'entry':
      return <EntryPages page={page.page} settings={page.settings} />;
    case 'account-finder':
      return <AccountFinder />;
    case 'unknown-organization':
      return (
        <Notice title={te('unknownOrganization.title')} action={<a href="/accounts/find/">{te('finder.title')}</a>}>
          {te('unknownOrganization.text', { host: location.host })}
        </Notice>
      );
    case 'deactivated-organization':
      return <DeactivatedOrganization />;
    case 'old-service':
      return (
        <Notice title={te('oldService.title')}>
          {te('oldService.text', { least: LEAST_FEATURE_LEVEL, own: page.featureLevel })}
        </Notice>
      );
    case 'failed':
      return (
        <Notice
          title={t('failure.title')}
          action={
            <Button kind="primary" onClick={again}>
              {t('failure.retry')}
            </Button>
          }
        >
          {t('failure.connection')}
        </Notice>
      );
  }
}
