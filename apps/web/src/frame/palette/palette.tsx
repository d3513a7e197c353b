import { CornerDownLeft, LayoutList, MessageSquareText, Zap } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Client, namesOf, useClient } from '../../client/client';
import { runCommand } from '../../client/commands';
import { addressOfOther, ownOrganization } from '../../client/known-organizations';
import { goTo, hash } from '../../client/location';
import { targetOfNarrow, writeTo } from '../../compose/target';
import { readAddress } from '../../narrow/address';
import { narrowKey } from '../../narrow/terms';
import { ChannelIcon } from '../../parts/channel-icon';
import { userOf } from '../../store/users';
import { t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { Overlay } from '../../ui/overlay';
import { useListbox } from '../../ui/use-listbox';
import { beginTopic } from '../../views/channels/go-to-channel';
import { type PaletteItem, paletteItems } from './palette-items';
import { visitedAddresses } from './visited';
import '../search/search.css';
import './palette.css';

function Icon({ item: { kind, channel, userId } }: { item: PaletteItem }) {
  const { store } = useClient();
  if (userId !== undefined) {
    const user = userOf(store.get(), userId);
    return <Avatar userId={userId} name={user.full_name} url={user.avatar_url} size={1.25} />;
  }
  if (kind === 'channel' && channel) return <ChannelIcon channel={channel} />;
  if (kind === 'topic') return <MessageSquareText size="1rem" aria-hidden="true" />;
  return kind === 'action' ? <Zap size="1rem" aria-hidden="true" /> : <LayoutList size="1rem" aria-hidden="true" />;
}

/** Begins to write where an address leads, once that is shown; views that are not written to are only gone to. */
function writeAt(client: Client, address: string): void {
  const read = readAddress(address, namesOf(client.store.get()));
  if (read.kind === 'topics') {
    beginTopic(client, read.channelId);
    return;
  }
  goTo(address);
  const target = read.kind === 'narrow' ? targetOfNarrow(read.narrow) : undefined;
  if (read.kind === 'narrow' && target) writeTo(narrowKey(read.narrow), target);
}

function open({ address, organization, command }: PaletteItem, client: Client, isWriting: boolean): void {
  if (command) runCommand(command);
  else if (organization) location.assign(addressOfOther(organization, ownOrganization(client.store.get())));
  else if (address === undefined) return;
  else if (isWriting) writeAt(client, address);
  else goTo(address);
}

/** Goes anywhere by typing its name. What it does begins when it has closed and given the focus back. */
export function Palette({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { store } = client;
  const [typed, setTyped] = useState('');
  const [before] = useState(() => visitedAddresses.get().filter((address) => address !== hash.get()));
  const items = useMemo(() => paletteItems(store.get(), typed, before), [store, typed, before]);
  const list = useListbox({
    count: items.length,
    label: t('palette.results'),
    of: typed,
    onPick: (position, { shiftKey }) => {
      const item = items[position];
      if (!item) return;
      onClose();
      setTimeout(() => open(item, client, shiftKey), 0);
    },
  });
  return (
    <Overlay label={t('palette.title')} onClose={onClose}>
      <input
        {...list.inputProps}
        className="palette-input"
        data-autofocus
        aria-label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul {...list.listProps} className="suggestions">
        {items.map((item, position) => (
          <li key={item.key} {...list.optionProps(position)}>
            <span className="suggestion-icon">
              <Icon item={item} />
            </span>
            <bdi className="palette-label">{item.label}</bdi>
            <span className="suggestion-meaning">{item.hint}</span>
            {position === list.position && <CornerDownLeft className="mirrored" size="0.875rem" aria-hidden="true" />}
          </li>
        ))}
      </ul>
      <p role="status" className="palette-hint">
        {items.length === 0 ? t('palette.nothing') : t('palette.hint')}
      </p>
    </Overlay>
  );
}
