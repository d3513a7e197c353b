import { listUserChannels, unsubscribe } from '@stoa/contracts/channels';
import { X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { useFetched } from '../../client/fetched';
import { useSubmit } from '../../client/submit';
import { channelAddress } from '../../parts/addresses';
import { subscribePeople } from '../../parts/channel-actions';
import { channelColour } from '../../parts/channel-colour';
import { ChannelIcon } from '../../parts/channel-icon';
import { channelPermissions, channelsToAddTo } from '../../store/channel-permissions';
import type { Channel, User } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { Button, IconButton } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FilteredList, WhenFetched } from '../settings/parts';

interface AddProps {
  user: User;
  /** Ids of channels that the person is in. */
  inside: ReadonlySet<number>;
  isBusy: boolean;
  onAdd: (channel: Channel) => void;
}

/** Channels that the viewer may bring the person into. */
function AddToChannel({ user, inside, isBusy, onAdd }: AddProps) {
  const state = useClientState((whole) => whole);
  const [chosen, setChosen] = useState('');
  const { compare } = new Intl.Collator(languageInUse());
  const offered = channelsToAddTo(state, user.user_id)
    .filter(({ stream_id }) => !inside.has(stream_id))
    .sort((a, b) => compare(a.name, b.name));
  const channel = offered.find(({ stream_id }) => String(stream_id) === chosen);
  if (offered.length === 0) return null;
  return (
    <div className="inline-form">
      <select
        className="input select"
        aria-label={tp('profile.addToChannel')}
        value={channel ? chosen : ''}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">{tp('profile.addToChannel')}</option>
        {offered.map(({ stream_id, name }) => (
          <option key={stream_id} value={stream_id}>
            #{name}
          </option>
        ))}
      </select>
      <Button kind="primary" disabled={isBusy || !channel} onClick={() => channel && onAdd(channel)}>
        {tp('profile.subscribe')}
      </Button>
    </div>
  );
}

interface RowProps {
  channel: Channel;
  isSelf: boolean;
  isBusy: boolean;
  onRemove: (channel: Channel) => void;
}

function Row({ channel, isSelf, isBusy, onRemove }: RowProps) {
  const { store } = useClient();
  const mayRemove = useClientState((state) => isSelf || channelPermissions(state, channel).canRemoveSubscribers);
  return (
    <>
      <a className="profile-link" href={channelAddress(store.get(), channel.stream_id)}>
        <span className="channel-mark" style={{ color: channelColour(channel.subscription?.color) }}>
          <ChannelIcon channel={channel} />
        </span>
        <bdi>{channel.name}</bdi>
      </a>
      {mayRemove && (
        <IconButton
          label={tp('profile.unsubscribe', { channel: channel.name })}
          disabled={isBusy}
          onClick={() => onRemove(channel)}
        >
          <X size="1rem" aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

/** Channels that somebody is subscribed to, as far as the viewer can see them; joining and leaving as it is allowed. */
export function UserChannels({ user }: { user: User }) {
  const { user_id } = user;
  const ownId = useClientState((state) => state.userId);
  const channels = useClientState((state) => state.channels);
  const load = useCallback((signal: AbortSignal) => call(listUserChannels, { user_id }, { signal }), [user_id]);
  const [fetched, again] = useFetched(load);
  const { isBusy, problem, submit } = useSubmit();
  const { compare } = new Intl.Collator(languageInUse());
  const change = (what: () => Promise<unknown>): void => void submit(what).then((isDone) => isDone && again());
  const remove = ({ name }: Channel): void =>
    change(() => call(unsubscribe, { subscriptions: [name], principals: [user_id] }));
  if (!user.is_active) return <p>{tp('profile.deactivatedChannels')}</p>;
  return (
    <WhenFetched fetched={fetched} onRetry={again}>
      {({ subscribed_channel_ids: ids }) => (
        <>
          <AddToChannel
            {...{ user, isBusy }}
            inside={new Set(ids)}
            onAdd={(channel) => change(() => subscribePeople(channel, [user_id]))}
          />
          <Problem text={problem} />
          <FilteredList
            items={ids.flatMap((id) => channels.get(id) ?? []).sort((a, b) => compare(a.name, b.name))}
            textOf={({ name }) => name}
            keyOf={({ stream_id }) => stream_id}
            label={tp('profile.channels')}
            empty={tp('profile.noChannels')}
          >
            {(channel) => <Row {...{ channel, isBusy }} isSelf={user_id === ownId} onRemove={remove} />}
          </FilteredList>
        </>
      )}
    </WhenFetched>
  );
}
