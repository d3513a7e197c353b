import { Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useClientState } from '../../client/client';
import { goTo } from '../../client/location';
import { remembered } from '../../client/remembered';
import { channelSettingsAddress } from '../../parts/addresses';
import { channelColour } from '../../parts/channel-colour';
import { ChannelIcon } from '../../parts/channel-icon';
import { canSubscribeTo, privaciesToMake } from '../../store/channel-permissions';
import type { Channel } from '../../store/state';
import { useSlice } from '../../store/store';
import { tc } from '../../strings/channels-strings';
import { useGrowingLimit } from '../../ui/use-growing-limit';
import { useRowWalking } from '../../ui/use-row-walking';
import { toggleSubscribed } from './leaving';
import { ORDERS, type Order, listedChannels } from './listed-channels';
import { LISTS, type ListName } from './place';

const isOrder = (value: unknown): value is Order => ORDERS.some((order) => order === value);
const orderChosen = remembered<Order>('channels.order', 'name', isOrder);

/** In place of a folder's id. */
const ALL = 'all';
const NONE = 'none';

function ListTabs({ list }: { list: ListName }) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const forwards = isRtl ? 'ArrowLeft' : 'ArrowRight';
    const backwards = isRtl ? 'ArrowRight' : 'ArrowLeft';
    if (event.key !== forwards && event.key !== backwards) return;
    const step = event.key === forwards ? 1 : LISTS.length - 1;
    const next = LISTS[(LISTS.indexOf(list) + step) % LISTS.length];
    event.preventDefault();
    goTo(`#channels/${next}`);
    event.currentTarget.querySelector<HTMLElement>(`[data-list="${next}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={tc('channels.lists')} className="channel-tabs" onKeyDown={onKeyDown}>
      {LISTS.map((name) => (
        <a
          key={name}
          role="tab"
          data-list={name}
          href={`#channels/${name}`}
          aria-selected={name === list}
          tabIndex={name === list ? 0 : -1}
        >
          {tc(`channels.list.${name}`)}
        </a>
      ))}
    </div>
  );
}

function Row({ channel, isOpen }: { channel: Channel; isOpen: boolean }) {
  const canSubscribe = useClientState((state) => canSubscribeTo(state, channel));
  return (
    <li className="channel-item" data-row data-open={isOpen || undefined}>
      <a href={channelSettingsAddress(channel, 'general')} aria-current={isOpen ? 'page' : undefined}>
        <span className="channel-mark" style={{ color: channelColour(channel.subscription?.color) }}>
          <ChannelIcon channel={channel} />
        </span>
        <span className="item-text">
          <bdi>{channel.name}</bdi>
          {channel.description !== '' && <span className="setting-hint">{channel.description}</span>}
          <span className="setting-hint">
            {tc('channels.subscribers', { count: channel.subscriber_count })}
            {channel.stream_weekly_traffic !== null &&
              ` · ${tc('channels.traffic', { count: channel.stream_weekly_traffic })}`}
          </span>
        </span>
      </a>
      {(channel.isSubscribed || canSubscribe) && !channel.is_archived && (
        <input
          type="checkbox"
          className="switch"
          aria-label={tc('channels.subscribedTo', { channel: channel.name })}
          checked={channel.isSubscribed}
          onChange={() => toggleSubscribed(channel)}
        />
      )}
    </li>
  );
}

interface FolderFilterProps {
  folderId: number | null | undefined;
  onChoose: (folderId: number | null | undefined) => void;
}

/** Lists the channels of one folder, where there are folders. */
function FolderFilter({ folderId, onChoose }: FolderFilterProps) {
  const folders = useClientState((state) => state.folders);
  const open = [...folders.values()].filter(({ is_archived }) => !is_archived).sort((a, b) => a.order - b.order);
  if (open.length === 0) return null;
  const choose = (value: string): void => {
    if (value === ALL) onChoose(undefined);
    else onChoose(value === NONE ? null : Number(value));
  };
  const chosen = folderId === undefined ? ALL : folderId === null ? NONE : String(folderId);
  return (
    <select
      className="input"
      aria-label={tc('channels.folder')}
      value={chosen}
      onChange={({ target }) => choose(target.value)}
    >
      <option value={ALL}>{tc('channels.folder.all')}</option>
      {open.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={NONE}>{tc('channels.folder.none')}</option>
    </select>
  );
}

/** Channels to choose from: subscribed, available or all of them, filtered and in the order chosen. */
export function ChannelList({ list, openId }: { list: ListName; openId?: number }) {
  const [typed, setTyped] = useState('');
  const order = useSlice(orderChosen, (value) => value);
  const channels = useClientState((state) => state.channels);
  const canCreate = useClientState((state) => privaciesToMake(state).length > 0);
  const rows = useRef<HTMLDivElement>(null);
  const { onKeyDown } = useRowWalking(rows);
  const [folderId, setFolder] = useState<number | null>();
  const all = listedChannels(channels.values(), { list, typed, order, folderId });
  const [limit, end] = useGrowingLimit(all.length);
  const found = all.slice(0, limit);
  return (
    <div className="settings-list channel-list" ref={rows}>
      <ListTabs list={list} />
      <div className="channel-tools">
        <input
          type="search"
          className="input"
          aria-label={tc('channels.filter')}
          placeholder={tc('channels.filter')}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <select
          className="input"
          aria-label={tc('channels.order')}
          value={order}
          onChange={(event) => isOrder(event.target.value) && orderChosen.set(event.target.value)}
        >
          {ORDERS.map((name) => (
            <option key={name} value={name}>
              {tc(`channels.order.${name}`)}
            </option>
          ))}
        </select>
        <FolderFilter folderId={folderId} onChoose={setFolder} />
      </div>
      {canCreate && (
        <a className="channel-create" href="#channels/new">
          <Plus size="1em" aria-hidden="true" /> {tc('channels.create')}
        </a>
      )}
      <ul aria-label={tc(`channels.list.${list}`)} onKeyDown={onKeyDown}>
        {found.map((channel) => (
          <Row key={channel.stream_id} channel={channel} isOpen={channel.stream_id === openId} />
        ))}
        <li ref={end} aria-hidden="true" />
      </ul>
      <p role="status" className="settings-nothing">
        {found.length === 0 && tc(typed === '' ? `channels.none.${list}` : 'channels.nothingFound')}
      </p>
    </div>
  );
}
