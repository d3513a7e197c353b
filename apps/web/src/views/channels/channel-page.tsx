import { ChevronLeft } from 'lucide-react';
import { useClient, useClientState } from '../../client/client';
import { useConnectionLost } from '../../client/connection-lost';
import { CHANNEL_TABS, type ChannelTab, channelAddress, channelSettingsAddress } from '../../parts/addresses';
import { channelColour } from '../../parts/channel-colour';
import { ChannelIcon } from '../../parts/channel-icon';
import { canSubscribeTo } from '../../store/channel-permissions';
import type { Channel } from '../../store/state';
import { tc } from '../../strings/channels-strings';
import { Button } from '../../ui/button';
import { GeneralTab } from './general-tab';
import { toggleSubscribed } from './leaving';
import { PermissionsTab } from './permissions-tab';
import { PersonalTab } from './personal-tab';
import { SubscribersTab } from './subscribers-tab';

const TABS = {
  general: GeneralTab,
  personal: PersonalTab,
  subscribers: SubscribersTab,
  permissions: PermissionsTab,
} as const satisfies Record<ChannelTab, (props: { channel: Channel }) => unknown>;

function Head({ channel }: { channel: Channel }) {
  const { store } = useClient();
  const canSubscribe = useClientState((state) => canSubscribeTo(state, channel));
  return (
    <h2>
      <a className="settings-back icon-button" href="#channels" aria-label={tc('channels.back')}>
        <ChevronLeft size="1.25rem" aria-hidden="true" />
      </a>
      <span className="channel-mark" style={{ color: channelColour(channel.subscription?.color) }}>
        <ChannelIcon channel={channel} />
      </span>
      <bdi className="channel-page-name">{channel.name}</bdi>
      <a className="button" href={channelAddress(store.get(), channel.stream_id)}>
        {tc('channel.open')}
      </a>
      {!channel.is_archived && (channel.isSubscribed || canSubscribe) && (
        <Button kind={channel.isSubscribed ? undefined : 'primary'} onClick={() => toggleSubscribed(channel)}>
          {tc(channel.isSubscribed ? 'channel.unsubscribe' : 'channel.subscribe')}
        </Button>
      )}
    </h2>
  );
}

/** Everything about one channel. */
export function ChannelPage({ channel, tab }: { channel: Channel; tab: ChannelTab }) {
  const isLost = useConnectionLost();
  const Body = TABS[tab];
  return (
    <div className="settings-page">
      <Head channel={channel} />
      <nav className="channel-tabs" aria-label={tc('channel.pages')}>
        {CHANNEL_TABS.map((name) => (
          <a key={name} href={channelSettingsAddress(channel, name)} aria-current={name === tab ? 'page' : undefined}>
            {tc(`channel.tab.${name}`)}
          </a>
        ))}
      </nav>
      {channel.is_archived && <p className="settings-lost">{tc('channel.isArchived')}</p>}
      {isLost && <p className="settings-lost">{tc('channel.lost')}</p>}
      <fieldset className="settings-body" disabled={isLost} key={tab} aria-label={tc(`channel.tab.${tab}`)}>
        <Body channel={channel} />
      </fieldset>
    </div>
  );
}
