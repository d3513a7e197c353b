import { addDefaultChannel, removeDefaultChannel } from '@stoa/contracts/channels';
import { Trash2 } from 'lucide-react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { type Saving, useSaving } from '../../client/saving';
import { ChannelIcon } from '../../parts/channel-icon';
import type { Channel } from '../../store/state';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { IconButton } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FilteredList } from '../settings/parts';
import { SavingMark } from '../settings/setting-row';
import { usePower, WhoMay } from './setting-sections';

interface AddProps {
  /** In the order in which they are offered. */
  offered: readonly Channel[];
  saving: Saving;
  onAdd: (channelId: number) => void;
}

/** Makes one more channel a default. */
function AddChannel({ offered, saving, onAdd }: AddProps) {
  return (
    <div className="inline-form">
      <select
        className="input select"
        aria-label={ts('defaultChannels.add')}
        value=""
        onChange={(event) => onAdd(Number(event.target.value))}
      >
        <option value="">{ts('defaultChannels.add')}</option>
        {offered.map(({ stream_id, name }) => (
          <option key={stream_id} value={stream_id}>
            {name}
          </option>
        ))}
      </select>
      <SavingMark saving={saving} />
      <Problem text={saving.kind === 'failed' ? saving.text : undefined} />
    </div>
  );
}

/** A default channel; without `onRemove` it is only read. */
function DefaultChannel({ channel, onRemove }: { channel: Channel; onRemove?: (channelId: number) => void }) {
  return (
    <>
      <span className="item-text">
        <span>
          <ChannelIcon channel={channel} /> <bdi>{channel.name}</bdi>
        </span>
      </span>
      {onRemove && (
        <IconButton label={ts('list.removeNamed', { name: channel.name })} onClick={() => onRemove(channel.stream_id)}>
          <Trash2 size="1rem" aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

/** Channels that new people are subscribed to. */
export function DefaultChannelsPage() {
  const channels = useClientState((state) => state.channels);
  const defaults = useClientState((state) => state.defaultChannels);
  const mayEdit = usePower() !== 'none';
  const [saving, save] = useSaving();
  const { compare } = new Intl.Collator(languageInUse());
  const sorted = [...channels.values()].sort((a, b) => compare(a.name, b.name));
  const offered = sorted.filter((channel) => {
    return !defaults.has(channel.stream_id) && !channel.invite_only && !channel.is_archived;
  });
  const add = (stream_id: number): void => void save(() => call(addDefaultChannel, { stream_id }));
  const remove = (stream_id: number): void => void save(() => call(removeDefaultChannel, { stream_id }));
  return (
    <>
      <WhoMay />
      <p>{ts('defaultChannels.about')}</p>
      {mayEdit && <AddChannel offered={offered} saving={saving} onAdd={add} />}
      <FilteredList
        items={sorted.filter(({ stream_id }) => defaults.has(stream_id))}
        textOf={({ name }) => name}
        keyOf={({ stream_id }) => stream_id}
        label={ts('page.defaultChannels')}
        empty={ts('defaultChannels.empty')}
      >
        {(channel) => <DefaultChannel channel={channel} onRemove={mayEdit ? remove : undefined} />}
      </FilteredList>
    </>
  );
}
