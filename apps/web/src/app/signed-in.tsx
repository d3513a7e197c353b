import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { type Client, ClientContext, namesOf, useClient, useClientState } from '../client/client';
import { hash } from '../client/location';
import { Banners } from '../frame/banners';
import { ConnectionBanner } from '../frame/connection-banner';
import { Frame } from '../frame/frame';
import { Hint } from '../parts/hint';
import { type Address, readAddress } from '../narrow/address';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Inbox } from '../views/inbox/inbox';
import { NarrowTitle, narrowTitle } from '../views/conversation/narrow-title';
import { hasOverlay, OpenOverlay } from './overlays';
import { PeopleLayer } from './people-layer';
import { useOwnLook } from './use-own-look';

const loadConversation = () => import('../views/conversation/conversation');
/** Not needed by who lands in the inbox; there in time all the same, since it is fetched as soon as nothing else is. */
const Conversation = lazy(async () => ({ default: (await loadConversation()).Conversation }));

/** Fetches in advance what the next click needs. A failure is said when it is needed. */
function usePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadConversation().catch(() => undefined));
    return () => clearTimeout(timer);
  }, []);
}

const FEED: readonly [] = [];

/** The view that an address asks for; what does not exist yet is the home view. */
function viewOf(address: Address, homeView: string): Address {
  const home: Address = homeView === 'all_messages' ? { kind: 'narrow', narrow: FEED } : { kind: 'inbox' };
  switch (address.kind) {
    case 'narrow':
    case 'inbox':
      return address;
    case 'topics':
      return { kind: 'narrow', narrow: [{ operator: 'channel', operand: address.channelId }] };
    case 'home':
    case 'recent':
    case 'overlay':
    case 'invalid':
      return home;
  }
}

/** The address of the view that is shown: an overlay keeps the one that was there before it. */
function useViewBehind(address: Address, current: string): string {
  const isOverlay = address.kind === 'overlay' && hasOverlay(address.name);
  const [behind, setBehind] = useState(isOverlay ? '' : current);
  if (!isOverlay && behind !== current) setBehind(current);
  return isOverlay ? behind : current;
}

function View() {
  const language = useOwnLook();
  usePrefetch();
  const { store } = useClient();
  const current = useSlice(hash, (value) => value);
  const homeView = useClientState((state) => state.settings.web_home_view);
  const address = useMemo(() => readAddress(current, namesOf(store.get())), [current, store]);
  const behind = useViewBehind(address, current);
  const view = useMemo(() => viewOf(readAddress(behind, namesOf(store.get())), homeView), [behind, homeView, store]);
  const title = useClientState((state) =>
    view.kind === 'narrow' ? narrowTitle(state, view.narrow) : t('inbox.title'),
  );
  return (
    <Frame
      key={language}
      title={title}
      narrow={view.kind === 'narrow' ? view.narrow : undefined}
      heading={view.kind === 'narrow' ? <NarrowTitle narrow={view.narrow} /> : title}
      banner={
        <>
          <ConnectionBanner />
          <Banners />
        </>
      }
    >
      {view.kind === 'narrow' ? (
        <Suspense fallback={<div className="messages-loading">{t('app.loading')}</div>}>
          <Conversation narrow={view.narrow} />
        </Suspense>
      ) : (
        <>
          <Hint step="intro_inbox_view_modal" text="hint.inbox" />
          <Inbox />
        </>
      )}
      {address.kind === 'overlay' && <OpenOverlay name={address.name} path={address.path} behind={behind} />}
      <PeopleLayer />
    </Frame>
  );
}

/** The client of who is signed in. */
export function SignedIn({ client }: { client: Client }) {
  return (
    <ClientContext value={client}>
      <View />
    </ClientContext>
  );
}
