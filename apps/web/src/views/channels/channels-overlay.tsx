import { type KeyboardEvent, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { hasSingleKeys } from '../../client/device-choices';
import { goTo } from '../../client/location';
import { subscribeTo } from '../../parts/channel-actions';
import { channelAddress } from '../../parts/addresses';
import { canSubscribeTo, privaciesToMake } from '../../store/channel-permissions';
import { tc } from '../../strings/channels-strings';
import { Dialog } from '../../ui/dialog';
import { ChannelList } from './channel-list';
import { ChannelPage } from './channel-page';
import { CreateChannel } from './create-channel';
import { askToUnsubscribe } from './leaving';
import { type ListName, type Place, placeAt } from './place';
import '../settings/settings.css';
import './channels.css';

interface OverlayProps {
  path: readonly string[];
  onClose: () => void;
}

function isWriting(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');
}

/** Keys of the overlay (web-details.md F): N makes a channel, Shift+V opens the chosen one, Shift+S toggles it. */
function useKeys(place: Place) {
  const client = useClient();
  return (event: KeyboardEvent): void => {
    if (!hasSingleKeys.get() || isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const state = client.store.get();
    const channel = place.kind === 'channel' ? state.channels.get(place.channelId) : undefined;
    const key = event.key.toLowerCase();
    if (key === 'n' && !event.shiftKey && privaciesToMake(state).length > 0) goTo('#channels/new');
    else if (key === 'v' && event.shiftKey && channel) goTo(channelAddress(state, channel.stream_id));
    else if (key === 's' && event.shiftKey && channel?.isSubscribed) askToUnsubscribe(channel);
    else if (key === 's' && event.shiftKey && channel && canSubscribeTo(state, channel)) {
      subscribeTo(channel);
    } else return;
    event.preventDefault();
  };
}

function Page({ place, onClose }: { place: Place; onClose: () => void }) {
  const channel = useClientState((state) =>
    place.kind === 'channel' ? state.channels.get(place.channelId) : undefined,
  );
  if (place.kind === 'new') return <CreateChannel folderId={place.folderId} onClose={onClose} />;
  if (place.kind === 'channel' && channel) {
    return <ChannelPage key={channel.stream_id} channel={channel} tab={place.tab} />;
  }
  return <p className="settings-page channels-hint">{tc('channels.choose')}</p>;
}

/** Finding, making and setting up channels (web-details.md F). */
export function ChannelsOverlay({ path, onClose }: OverlayProps) {
  const key = path.join('/');
  const { store } = useClient();
  const channels = useClientState((state) => state.channels);
  const place = placeAt(path, { ...store.get(), channels });
  const [list, setList] = useState<ListName>(place.kind === 'list' ? place.list : 'subscribed');
  if (place.kind === 'list' && place.list !== list) setList(place.list);
  const onKeyDown = useKeys(place);
  return (
    <Dialog title={tc('channels.title')} size="page" onClose={onClose}>
      <div className="settings channels" data-page={place.kind !== 'list' || undefined} onKeyDown={onKeyDown}>
        <ChannelList list={list} openId={place.kind === 'channel' ? place.channelId : undefined} />
        <Page key={place.kind === 'channel' ? place.channelId : key} place={place} onClose={onClose} />
      </div>
    </Dialog>
  );
}
