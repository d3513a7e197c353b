import { getServerSettings } from '@stoa/contracts/server';
import { useCallback, useEffect, useState } from 'react';
import { type AnswerOf, call } from '../api/client';
import { RequestRefused } from '../api/failures';
import type { Client } from '../client/client';
import { Notice } from '../pages/notice';
import { SignIn } from '../pages/sign-in';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { SignedIn } from './signed-in';
import { startClient } from './start-client';

type Phase =
  | { kind: 'starting' }
  | { kind: 'signed-out'; settings: AnswerOf<typeof getServerSettings> }
  | { kind: 'signed-in'; client: Client }
  | { kind: 'unknown-organization' }
  | { kind: 'failed' };

/** The sign-in page needs to know the organization; without one there is nothing to sign in to. */
async function signedOut(): Promise<Phase> {
  try {
    const settings = await call(getServerSettings, {});
    return settings.realm_name === undefined ? { kind: 'unknown-organization' } : { kind: 'signed-out', settings };
  } catch (error) {
    return error instanceof RequestRefused ? { kind: 'unknown-organization' } : { kind: 'failed' };
  }
}

async function start(signal: AbortSignal, onSignedOut: () => void): Promise<Phase> {
  try {
    const client = await startClient(signal, onSignedOut);
    return client ? { kind: 'signed-in', client } : await signedOut();
  } catch (error) {
    reportError(error);
    return { kind: 'failed' };
  }
}

/** Everything that a person sees: the sign-in page, or the client of who is signed in. */
export function App() {
  const [phase, setPhase] = useState<Phase>({ kind: 'starting' });
  const [round, setRound] = useState(0);
  const restart = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => {
    const leaving = new AbortController();
    void start(leaving.signal, restart).then((next) => {
      if (!leaving.signal.aborted) setPhase(next);
    });
    return () => leaving.abort();
  }, [round, restart]);
  switch (phase.kind) {
    case 'starting':
      return (
        <main className="page" aria-busy="true">
          <p className="messages-loading">{t('app.loading')}</p>
        </main>
      );
    case 'signed-out':
      return <SignIn settings={phase.settings} onSignedIn={restart} />;
    case 'signed-in':
      return <SignedIn client={phase.client} />;
    case 'unknown-organization':
      return (
        <Notice title={t('unknownOrganization.title')}>{t('unknownOrganization.text', { host: location.host })}</Notice>
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
