import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { type Client, ClientContext, namesOf, useClient, useClientState } from '../client/client';
import { hash } from '../client/location';
import { notify } from '../client/notices';
import { idle, noteFirstView } from '../client/when-idle';
import { Banners } from '../frame/banners';
import { ConnectionBanner } from '../frame/connection-banner';
import { Frame } from '../frame/frame';
import { Hint } from '../parts/hint';
import { type Address, readAddress } from '../narrow/address';
import { type Narrow, channelNarrow } from '../narrow/terms';
import type { State } from '../store/state';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Inbox } from '../views/inbox/inbox';
import { NarrowTools } from '../views/conversation/narrow-tools';
import { NarrowTitle, narrowTitle } from '../views/conversation/narrow-title';
import { EmojiLayer } from './emoji-layer';
import { hasOverlay, OpenOverlay } from './overlays';
import { PeopleLayer } from './people-layer';
import { useOwnLook } from './use-own-look';

const loadConversation = () => import('../views/conversation/conversation');
/** Not needed by who lands in the inbox; there in time all the same, since it is fetched as soon as nothing else is. */
const Conversation = lazy(async () => ({ default: (await loadConversation()).Conversation }));

const Recent = lazy(() => import('../views/recent/recent'));

const TopicList = lazy(async () => ({ default: (await import('../views/topics/topic-list')).TopicList }));

/** Fetches in advance what the next click needs; without a network that is waited for. */
function usePrefetch(): void {
  useEffect(() => {
    idle().then(loadConversation).catch(reportError);
  }, []);
}

/** Stands beside the view: while that is on its way, neither is drawn. */
function Drawn() {
  useEffect(noteFirstView, []);
  return null;
}

const FEED: readonly [] = [];

/** The view that the user calls home. */
function homeOf(homeView: string): Address {
  switch (homeView) {
    case 'all_messages':
      return { kind: 'narrow', narrow: FEED };
    case 'recent':
      return { kind: 'recent' };
    default:
      return { kind: 'inbox' };
  }
}

/** The view that an address asks for; what does not exist is the home view. */
function viewOf(address: Address, homeView: string): Address {
  switch (address.kind) {
    case 'narrow':
    case 'inbox':
    case 'recent':
    case 'topics':
      return address;
    case 'home':
    case 'overlay':
    case 'invalid':
      return homeOf(homeView);
  }
}

/** What a view is about: a list of topics is about its channel. */
function narrowOf(view: Address): Narrow | undefined {
  if (view.kind === 'topics') return channelNarrow(view.channelId);
  return view.kind === 'narrow' ? view.narrow : undefined;
}

function titleOf(state: State, view: Address, narrow: Narrow | undefined): string {
  if (!narrow) return t(view.kind === 'recent' ? 'recent.title' : 'inbox.title');
  const title = narrowTitle(state, narrow);
  return view.kind === 'topics' ? t('topics.title', { channel: title }) : title;
}

/** The address of the view that is shown: an overlay keeps the one that was there before it. */
function useViewBehind(address: Address, current: string): string {
  const isOverlay = address.kind === 'overlay' && hasOverlay(address.name);
  const [behind, setBehind] = useState(isOverlay ? '' : current);
  if (!isOverlay && behind !== current) setBehind(current);
  return isOverlay ? behind : current;
}

function OpenView({ view }: { view: Address }) {
  switch (view.kind) {
    case 'narrow':
      return <Conversation narrow={view.narrow} />;
    case 'topics':
      return <TopicList key={view.channelId} channelId={view.channelId} />;
    case 'recent':
      return <Recent />;
    default:
      return (
        <>
          <Hint step="intro_inbox_view_modal" text="hint.inbox" />
          <Inbox />
        </>
      );
  }
}

function View() {
  const language = useOwnLook();
  usePrefetch();
  const { store } = useClient();
  const current = useSlice(hash, (value) => value);
  const homeView = useClientState((state) => state.settings.web_home_view);
  const address = useMemo(() => readAddress(current, namesOf(store.get())), [current, store]);
  useEffect(() => {
    if (address.kind === 'invalid') notify(t('link.invalid'));
  }, [address]);
  const behind = useViewBehind(address, current);
  const view = useMemo(() => viewOf(readAddress(behind, namesOf(store.get())), homeView), [behind, homeView, store]);
  const narrow = useMemo(() => narrowOf(view), [view]);
  const title = useClientState((state) => titleOf(state, view, narrow));
  return (
    <Frame
      key={language}
      title={title}
      narrow={narrow}
      heading={narrow ? <NarrowTitle narrow={narrow} /> : title}
      tools={narrow && <NarrowTools narrow={narrow} />}
      banner={
        <>
          <ConnectionBanner />
          <Banners />
        </>
      }
    >
      <Suspense fallback={<div className="messages-loading">{t('app.loading')}</div>}>
        <OpenView view={view} />
        <Drawn />
      </Suspense>
      {address.kind === 'overlay' && <OpenOverlay name={address.name} path={address.path} behind={behind} />}
      <PeopleLayer />
    </Frame>
  );
}

/** The client of who is signed in. */
export function SignedIn({ client }: { client: Client }) {
  return (
    <ClientContext value={client}>
      <EmojiLayer>
        <View />
      </EmojiLayer>
    </ClientContext>
  );
}
