import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type Client, useClient, useClientState } from '../../client/client';
import { setChoices } from '../../parts/channel-actions';
import { ChannelIcon } from '../../parts/channel-icon';
import type { Channel } from '../../store/state';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { IconButton } from '../../ui/button';
import { CHANNEL_CHOICES, WAYS, type Way, differs, generalChoice } from './notification-table';

/** A cell: on, off, or as all channels until something was chosen once. */
export function ChannelChoice({ channel, way }: { channel: Channel; way: Way }) {
  const client = useClient();
  const property = CHANNEL_CHOICES[way];
  const value = channel.subscription?.[property] ?? null;
  const isOnByDefault = useClientState((state) => generalChoice(state.settings, way));
  return (
    <select
      className="input choice-cell"
      aria-label={ts('notifications.cell', { row: channel.name, way: ts(`notifications.way.${way}`) })}
      data-own={value !== null || undefined}
      value={String(value)}
      onChange={(event) => setChoices(client, channel, { [property]: event.target.value === 'true' })}
    >
      {value === null && (
        <option value="null">{ts(isOnByDefault ? 'notifications.asOn' : 'notifications.asOff')}</option>
      )}
      <option value="true">{ts('notifications.on')}</option>
      <option value="false">{ts('notifications.off')}</option>
    </select>
  );
}

/** As all channels again: what was chosen once cannot be unset, so it becomes the same. */
export function resetChoices(client: Client, channel: Channel): void {
  const { subscription } = channel;
  const { settings } = client.store.get();
  const chosen = WAYS.filter((way) => (subscription?.[CHANNEL_CHOICES[way]] ?? null) !== null);
  const same = chosen.map((way) => [CHANNEL_CHOICES[way], generalChoice(settings, way)] as const);
  if (same.length > 0) setChoices(client, channel, Object.fromEntries(same));
}

/** Rows of channels that have something of their own, and a field that adds one. */
export function ChannelExceptions() {
  const client = useClient();
  const channels = useClientState((state) => state.channels);
  const settings = useClientState((state) => state.settings);
  const [added, setAdded] = useState<readonly number[]>([]);
  const { compare } = new Intl.Collator(languageInUse());
  const subscribed = [...channels.values()]
    .filter((channel) => channel.isSubscribed && !channel.is_archived)
    .sort((a, b) => compare(a.name, b.name));
  const isShown = (channel: Channel): boolean =>
    added.includes(channel.stream_id) ||
    (channel.subscription !== undefined && differs(channel.subscription, settings));
  return (
    <>
      {subscribed.filter(isShown).map((channel) => (
        <tr key={channel.stream_id}>
          <th scope="row">
            <ChannelIcon channel={channel} /> <bdi>{channel.name}</bdi>
            <IconButton
              label={ts('notifications.reset', { channel: channel.name })}
              onClick={() => {
                setAdded(added.filter((id) => id !== channel.stream_id));
                resetChoices(client, channel);
              }}
            >
              <RotateCcw size="1rem" aria-hidden="true" />
            </IconButton>
          </th>
          {WAYS.map((way) => (
            <td key={way}>
              <ChannelChoice channel={channel} way={way} />
            </td>
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row" colSpan={WAYS.length + 1}>
          <select
            className="input item-select"
            aria-label={ts('notifications.addChannel')}
            value=""
            onChange={(event) => setAdded([...added, Number(event.target.value)])}
          >
            <option value="">{ts('notifications.addChannel')}</option>
            {subscribed
              .filter((channel) => !isShown(channel))
              .map((channel) => (
                <option key={channel.stream_id} value={channel.stream_id}>
                  {channel.name}
                </option>
              ))}
          </select>
        </th>
      </tr>
    </>
  );
}
