import { getServerSettings } from '@stoa/contracts/server';
import { Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { type AnswerOf, call } from '../api/client';
import { RequestRefused } from '../api/failures';
import type { Client } from '../client/client';
import { type EntryPage, entryPageAt } from '../pages/entry/entry-page';
import { Notice } from '../pages/notice';
import { addCatalogue, t } from '../strings/strings';
import { Button } from '../ui/button';
import { SignedIn } from './signed-in';
import { type SignedOut, startClient } from './start-client';

/** The least that the client understands of a service (web.md 6). */
const LEAST_FEATURE_LEVEL = 421;

/** Most visits are signed in: they need neither the page nor what makes an organization's words safe to show. */
const SignIn = lazy(async () => ({ default: (await import('../pages/sign-in')).SignIn }));

const EntryPages = lazy(async () => {
  const [{ EntryPages: pages }, { entryTexts }] = await Promise.all([
    import('../pages/entry/entry-pages'),
    import('../strings/entry-strings'),
  ]);
  await addCatalogue(entryTexts);
  return { default: pages };
});

type Phase =
  | { kind: 'starting' }
  | { kind: 'signed-out'; settings: AnswerOf<typeof getServerSettings>; reason: SignedOut }
  | { kind: 'entry'; settings: AnswerOf<typeof getServerSettings>; page: EntryPage }
  | { kind: 'signed-in'; client: Client }
  | { kind: 'unknown-organization' }
  | { kind: 'deactivated-organization' }
  | { kind: 'old-service'; featureLevel: number }
  | { kind: 'failed' };

/** The sign-in page needs to know the organization; without one there is nothing to sign in to. */
async function signedOut(reason: SignedOut): Promise<Phase> {
  if (reason === 'organization-deactivated') return { kind: 'deactivated-organization' };
  try {
    const settings = await call(getServerSettings, {});
    const featureLevel = settings.zulip_feature_level;
    if (featureLevel < LEAST_FEATURE_LEVEL) return { kind: 'old-service', featureLevel };
    return settings.realm_name === undefined
      ? { kind: 'unknown-organization' }
      : { kind: 'signed-out', settings, reason };
  } catch (error) {
    return { kind: error instanceof RequestRefused ? 'unknown-organization' : 'failed' };
  }
}

/** Pages for people who have no session, or need none. */
async function entry(page: EntryPage): Promise<Phase> {
  const phase = await signedOut('nobody');
  return phase.kind === 'signed-out' ? { kind: 'entry', settings: phase.settings, page } : phase;
}

async function start(signal: AbortSignal, onSignedOut: (reason: SignedOut) => void): Promise<Phase> {
  try {
    const started = await startClient(signal, onSignedOut);
    if (typeof started === 'string') return await signedOut(started);
    const featureLevel = started.store.get().service.zulip_feature_level;
    if (featureLevel < LEAST_FEATURE_LEVEL) return { kind: 'old-service', featureLevel };
    return { kind: 'signed-in', client: started };
  } catch (error) {
    reportError(error);
    return { kind: 'failed' };
  }
}

/** What the sign-in page says of the session that was. */
function reasonText(reason: SignedOut): string | undefined {
  switch (reason) {
    case 'session-ended':
      return t('signIn.ended');
    case 'account-deactivated':
      return t('signIn.accountDeactivated');
    default:
      return undefined;
  }
}

function Starting() {
  return (
    <main className="page" aria-busy="true">
      <p className="messages-loading">{t('app.loading')}</p>
    </main>
  );
}

/** Everything that a person sees: the sign-in page, or the client of who is signed in. */
export function App() {
  const [phase, setPhase] = useState<Phase>({ kind: 'starting' });
  const [round, setRound] = useState(0);
  const restart = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => {
    const leaving = new AbortController();
    const show = (next: Phase): void => {
      if (!leaving.signal.aborted) setPhase(next);
    };
    const page = entryPageAt(location.pathname);
    if (page) {
      void entry(page).then(show);
      return () => leaving.abort();
    }
    void start(leaving.signal, (reason) => void signedOut(reason).then(show)).then(show);
    return () => leaving.abort();
  }, [round]);
  switch (phase.kind) {
    case 'starting':
      return <Starting />;
    case 'signed-out':
      return (
        <Suspense fallback={<Starting />}>
          <SignIn settings={phase.settings} reason={reasonText(phase.reason)} onSignedIn={restart} />
        </Suspense>
      );
    case 'entry':
      return (
        <Suspense fallback={<Starting />}>
          <EntryPages page={phase.page} settings={phase.settings} />
        </Suspense>
      );
    case 'signed-in':
      return <SignedIn client={phase.client} />;
    case 'unknown-organization':
      return (
        <Notice title={t('unknownOrganization.title')}>{t('unknownOrganization.text', { host: location.host })}</Notice>
      );
    case 'deactivated-organization':
      return (
        <Notice title={t('deactivatedOrganization.title')}>
          {t('deactivatedOrganization.text', { host: location.host })}
        </Notice>
      );
    case 'old-service':
      return (
        <Notice title={t('oldService.title')}>
          {t('oldService.text', { least: LEAST_FEATURE_LEVEL, own: phase.featureLevel })}
        </Notice>
      );
    case 'failed':
      return (
        <Notice
          title={t('failure.title')}
          action={
            <Button kind="primary" onClick={restart}>
              {t('failure.retry')}
            </Button>
          }
        >
          {t('failure.connection')}
        </Notice>
      );
  }
}
