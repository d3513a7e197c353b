import { useMemo } from 'react';
import { type Client, ClientContext, namesOf, useClient, useClientState } from '../client/client';
import { hash } from '../client/location';
import { ConnectionBanner } from '../frame/connection-banner';
import { Frame } from '../frame/frame';
import { type Address, readAddress } from '../narrow/address';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Conversation } from '../views/conversation/conversation';
import { Inbox } from '../views/inbox/inbox';
import { NarrowTitle, narrowTitle } from '../views/conversation/narrow-title';

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

function View() {
  const { store } = useClient();
  const current = useSlice(hash, (value) => value);
  const homeView = useClientState((state) => state.settings.web_home_view);
  const view = useMemo(() => viewOf(readAddress(current, namesOf(store.get())), homeView), [current, homeView, store]);
  const title = useClientState((state) =>
    view.kind === 'narrow' ? narrowTitle(state, view.narrow) : t('inbox.title'),
  );
  return (
    <Frame
      title={title}
      heading={view.kind === 'narrow' ? <NarrowTitle narrow={view.narrow} /> : title}
      banner={<ConnectionBanner />}
    >
      {view.kind === 'narrow' ? <Conversation narrow={view.narrow} /> : <Inbox />}
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
