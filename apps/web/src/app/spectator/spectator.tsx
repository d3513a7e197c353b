import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { type Client, ClientContext, namesOf, useClient, useClientState } from '../../client/client';
import { hash } from '../../client/location';
import { signInWanted } from '../../client/spectating';
import { ConnectionBanner } from '../../frame/connection-banner';
import { useKeyboard } from '../../frame/keyboard';
import { Notices } from '../../frame/notices';
import { useSidebarPane } from '../../frame/sidebar/sidebar-pane';
import { useTabTitle } from '../../frame/use-tab-title';
import { readAddress } from '../../narrow/address';
import { type SpectatorView, spectatorView } from '../../narrow/spectator-view';
import { channelNarrow } from '../../narrow/terms';
import { useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { LazyDialog } from '../../ui/lazy-dialog';
import { Conversation } from '../../views/conversation/conversation';
import { NarrowTitle, narrowTitle } from '../../views/conversation/narrow-title';
import { useOwnLook } from '../use-own-look';
import { EmojiLayer } from '../emoji-layer';
import { SpectatorBar } from './spectator-bar';
import { SpectatorSidebar } from './spectator-sidebar';
import { startSpectating } from './start-spectating';
import '../../frame/frame.css';
import './spectator.css';
import { FocusTooltip } from '../../ui/focus-tooltip';

const TopicList = lazy(async () => ({ default: (await import('../../views/topics/topic-list')).TopicList }));

interface SignInProps {
  onSignIn: () => void;
}

/** What only members have. */
function Refused({ onSignIn }: SignInProps) {
  return (
    <div className="empty">
      <h2>{t('spectator.refused')}</h2>
      <p>{t('spectator.refusedHint')}</p>
      <Button kind="primary" onClick={onSignIn}>
        {t('spectator.signIn')}
      </Button>
    </div>
  );
}

/** Something was pressed that needs an account. */
function SignInDialog({ onSignIn }: SignInProps) {
  const isWanted = useSlice(signInWanted, (value) => value);
  const close = (): void => signInWanted.set(false);
  const signIn = (): void => {
    close();
    onSignIn();
  };
  if (!isWanted) return null;
  return (
    <LazyDialog
      title={t('spectator.needed')}
      description={t('spectator.neededText')}
      size="small"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('dialog.cancel')}</Button>
          <Button kind="primary" onClick={signIn}>
            {t('spectator.signIn')}
          </Button>
        </>
      }
    />
  );
}

function Shown({ view, onSignIn }: { view: SpectatorView } & SignInProps) {
  switch (view.kind) {
    case 'narrow':
      return <Conversation narrow={view.narrow} />;
    case 'topics':
      return <TopicList key={view.channelId} channelId={view.channelId} />;
    case 'refused':
      return <Refused onSignIn={onSignIn} />;
  }
}

function SpectatorFrame({ onSignIn }: SignInProps) {
  const language = useOwnLook();
  const { store } = useClient();
  const current = useSlice(hash, (value) => value);
  const view = useMemo(() => spectatorView(readAddress(current, namesOf(store.get()))), [current, store]);
  const narrow = view.kind === 'topics' ? channelNarrow(view.channelId) : view.kind === 'narrow' && view.narrow;
  const title = useClientState((state) => (narrow ? narrowTitle(state, narrow) : t('spectator.refused')));
  const sidebar = useSidebarPane();
  useTabTitle(title);
  useKeyboard();
  return (
    <div
      className="frame"
      key={language}
      data-menu={(sidebar.isOver && sidebar.isOpen) || undefined}
      data-sidebar={sidebar.isOver || sidebar.isOpen ? undefined : 'hidden'}
    >
      <SpectatorBar
        heading={narrow ? <NarrowTitle narrow={narrow} /> : title}
        isMenuOpen={sidebar.isOpen}
        onMenu={() => sidebar.setOpen(!sidebar.isOpen)}
        onSignIn={onSignIn}
      />
      <ConnectionBanner />
      <div className="panes">
        <SpectatorSidebar onNavigate={() => sidebar.isOver && sidebar.setOpen(false)} />
        <main id="main-view" tabIndex={-1} aria-label={title}>
          <Suspense fallback={<div className="messages-loading">{t('app.loading')}</div>}>
            <Shown view={view} onSignIn={onSignIn} />
          </Suspense>
        </main>
      </div>
      <Notices />
      <FocusTooltip />
      <SignInDialog onSignIn={onSignIn} />
    </div>
  );
}

/** An organization as it shows itself to who has no account. @param onRefused it shows nothing, or nothing more */
export default function Spectator({ onSignIn, onRefused }: SignInProps & { onRefused: () => void }) {
  const [client, setClient] = useState<Client>();
  useEffect(() => {
    const leaving = new AbortController();
    startSpectating(leaving.signal).then(setClient, (error: unknown) => {
      if (leaving.signal.aborted) return;
      reportError(error);
      onRefused();
    });
    return () => leaving.abort();
  }, [onRefused]);
  if (!client) return <main className="page" aria-busy="true" aria-label={t('app.loading')} />;
  return (
    <ClientContext value={client}>
      <EmojiLayer>
        <SpectatorFrame onSignIn={onSignIn} />
      </EmojiLayer>
    </ClientContext>
  );
}
