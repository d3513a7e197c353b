import { useClient, useClientState } from '../../client/client';
import { channelAddress } from '../../parts/addresses';
import { ChannelIcon } from '../../parts/channel-icon';
import type { User } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { FilteredList } from '../settings/parts';

/** Channels that somebody is subscribed to, as far as they are visible here. */
export function UserChannels({ user: { user_id: id } }: { user: User }) {
  const { store } = useClient();
  const subscribers = useClientState((state) => state.subscribers);
  const channels = useClientState((state) => state.channels);
  const { compare } = new Intl.Collator(languageInUse());
  const rows = [...channels.values()]
    .filter(({ stream_id, is_archived }) => !is_archived && subscribers.get(stream_id)?.ids.has(id))
    .sort((a, b) => compare(a.name, b.name));
  const isComplete = [...subscribers.values()].every((known) => known.isComplete);
  return (
    <>
      <FilteredList
        items={rows}
        textOf={({ name }) => name}
        keyOf={({ stream_id }) => stream_id}
        label={tp('profile.channels')}
        empty={tp('profile.noChannels')}
      >
        {(channel) => (
          <a className="profile-link" href={channelAddress(store.get(), channel.stream_id)}>
            <span className="channel-mark" style={{ color: channel.subscription?.color }}>
              <ChannelIcon channel={channel} />
            </span>
            <bdi>{channel.name}</bdi>
          </a>
        )}
      </FilteredList>
      {!isComplete && <p className="setting-hint">{tp('profile.someChannels')}</p>}
    </>
  );
}

/** Groups that somebody was put into; those of roles follow from the role. */
export function UserGroups({ user: { user_id: id } }: { user: User }) {
  const groups = useClientState((state) => state.groups);
  const { compare } = new Intl.Collator(languageInUse());
  const rows = [...groups.values()]
    .filter((group) => !group.is_system_group && !group.deactivated && group.members.includes(id))
    .sort((a, b) => compare(a.name, b.name));
  return (
    <FilteredList
      items={rows}
      textOf={({ name, description }) => `${name} ${description}`}
      keyOf={(group) => group.id}
      label={tp('profile.groups')}
      empty={tp('profile.noGroups')}
    >
      {({ id: groupId, name, description }) => (
        <span className="item-text">
          <a className="item-link" href={`#groups/${groupId}`}>
            <bdi>{name}</bdi>
          </a>
          {description !== '' && <span className="setting-hint">{description}</span>}
        </span>
      )}
    </FilteredList>
  );
}
