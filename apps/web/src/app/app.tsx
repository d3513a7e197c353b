import { Suspense, lazy, startTransition, useCallback, useEffect, useState } from 'react';
import type { Client } from '../client/client';
import { Notice } from '../pages/notice';
import { LEAST_FEATURE_LEVEL, type SignedOut, isOutside } from '../pages/signed-out';
import { addCatalogue, prepareFormats, t } from '../strings/strings';
import { Button } from '../ui/button';
import { SignedIn } from './signed-in';
import { startClient } from './start-client';

/** Most visits are signed in: they need neither these pages nor what makes an organization's words safe to show. */
const Outside = lazy(async () => {
  const [{ Outside: pages }, { entryTexts }] = await Promise.all([
    import('../pages/outside'),
    import('../strings/entry-strings'),
  ]);
  await addCatalogue(entryTexts);
  return { default: pages };
});

const Spectator = lazy(() => import('./spectator/spectator'));

type Phase =
  | { kind: 'starting' }
  | { kind: 'outside'; reason: SignedOut }
  | { kind: 'signed-in'; client: Client }
  | { kind: 'spectator' }
  | { kind: 'failed' };

async function start(signal: AbortSignal, onSignedOut: (reason: SignedOut) => void): Promise<Phase> {
  try {
    const started = await startClient(signal, onSignedOut);
    if (typeof started === 'string') return { kind: 'outside', reason: started };
    const featureLevel = started.store.get().service.zulip_feature_level;
    // Its page says so, as it does to whoever has no session.
    if (featureLevel < LEAST_FEATURE_LEVEL) return { kind: 'outside', reason: 'nobody' };
    return { kind: 'signed-in', client: started };
  } catch (error) {
    reportError(error);
    return { kind: 'failed' };
  }
}

/** A start that takes longer than this (ms) is explained: the service is away, busy, or asks for patience. */
const LONG_START_MS = 5_000;

function Starting() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_START_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="page" aria-busy="true">
      <p className="messages-loading">{t('app.loading')}</p>
      <p className="messages-loading" role="status">
        {isLong && t(navigator.onLine ? 'app.slow' : 'app.offline')}
      </p>
    </main>
  );
}

/** Everything that a person sees: the pages outside, or the client of who is signed in. */
export function App() {
  const [phase, setPhase] = useState<Phase>({ kind: 'starting' });
  const [round, setRound] = useState(0);
  const restart = useCallback(() => setRound((count) => count + 1), []);
  const spectate = useCallback(() => setPhase({ kind: 'spectator' }), []);
  // Who was not let in to look, or wants more than that, is asked to sign in, at the same address.
  const askToSignIn = useCallback(() => setPhase({ kind: 'outside', reason: 'signed-out' }), []);
  useEffect(() => {
    const leaving = new AbortController();
    const show = (next: Phase): void => {
      if (leaving.signal.aborted) return;
      // Drawn in pieces: the whole client at once would hold the page up. Whoever leaves sees nothing of it any more.
      if (next.kind === 'signed-in') startTransition(() => setPhase(next));
      else setPhase(next);
    };
    if (isOutside(location.pathname, location.search)) show({ kind: 'outside', reason: 'nobody' });
    else void start(leaving.signal, (reason) => show({ kind: 'outside', reason })).then(show);
    // The answers are on their way.
    setTimeout(prepareFormats);
    return () => leaving.abort();
  }, [round]);
  switch (phase.kind) {
    case 'starting':
      return <Starting />;
    case 'outside':
      return (
        <Suspense fallback={<Starting />}>
          <Outside reason={phase.reason} onSignedIn={restart} onSpectate={spectate} />
        </Suspense>
      );
    case 'signed-in':
      return <SignedIn client={phase.client} />;
    case 'spectator':
      return (
        <Suspense fallback={<Starting />}>
          <Spectator onSignIn={askToSignIn} onRefused={askToSignIn} />
        </Suspense>
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
