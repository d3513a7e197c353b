import { MessageCircle } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useClient, useClientState } from '../client/client';
import { channelColour } from '../parts/channel-colour';
import { ChannelIcon } from '../parts/channel-icon';
import { matchesText } from '../parts/text-match';
import type { Channel, State } from '../store/state';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { useListbox } from '../ui/use-listbox';
import '../ui/pill-picker.css';
import type { Target } from './target';
import { findChannels } from './typeahead/channels';
import { writtenChannels } from './written-channels';

type ChannelTarget = Extract<Target, { type: 'channel' }>;

const MOST = 30;

/** A line of the list: a channel, or the way to direct messages. */
type Option = { readonly kind: 'channel'; readonly channel: Channel } | { readonly kind: 'direct' };

const DIRECT: Option = { kind: 'direct' };

/**
 * What may be chosen for what was typed, the likeliest first. Where nothing is typed yet, the channel that is chosen comes
 * first, so that Enter leaves it, and the way to people before the others.
 */
export function channelOptions(
  state: Pick<State, 'channels'>,
  typed: string,
  { target, recent }: { target: ChannelTarget; recent: readonly number[] },
): Option[] {
  const query = typed.trim().replace(/^#/, '');
  const found = findChannels(state, { query, target, recent, most: MOST });
  const channels = found.map((channel): Option => ({ kind: 'channel', channel }));
  const isChosen = found[0]?.stream_id === target.channelId;
  if (query === '') return isChosen ? [...channels.slice(0, 1), DIRECT, ...channels.slice(1)] : [DIRECT, ...channels];
  return matchesText(query, t('compose.newDirectMessage')) ? [...channels, DIRECT] : channels;
}

function OptionText({ option }: { option: Option }) {
  if (option.kind === 'direct') {
    return (
      <>
        <MessageCircle size="1rem" aria-hidden="true" /> {t('compose.newDirectMessage')}
      </>
    );
  }
  const { channel } = option;
  return (
    <>
      <span className="channel-mark" style={{ color: channelColour(channel.subscription?.color) }}>
        <ChannelIcon channel={channel} />
      </span>
      <bdi>{channel.name}</bdi>
      {!channel.isSubscribed && <span className="pill-note">{t('compose.notSubscribed')}</span>}
    </>
  );
}

/** Where whoever has chosen a channel goes on. */
function focusTopic(place: Element | null): void {
  const bar = place?.closest('.compose-target');
  requestAnimationFrame(() => bar?.querySelector<HTMLElement>('.compose-topic:enabled')?.focus());
}

interface ChannelFieldProps {
  target: ChannelTarget;
  onChange: (target: Target) => void;
}

/** The channel that is written to: what is typed finds another (web-details.md D.1). */
export function ChannelField({ target, onChange }: ChannelFieldProps) {
  const { store } = useClient();
  const place = useRef<HTMLDivElement>(null);
  // Undefined while the list is closed: the channel that was chosen stands there.
  const [typed, setTyped] = useState<string>();
  const name = useClientState((state) => state.channels.get(target.channelId ?? -1)?.name);
  const recent = useSlice(writtenChannels, (ids) => ids);
  const shown = name === undefined ? '' : `#${name}`;
  const options = typed === undefined ? [] : channelOptions(store.get(), typed, { target, recent });
  const list = useListbox({
    count: options.length,
    label: t('compose.channel'),
    of: typed ?? '',
    onPick: (position) => {
      const option = options[position];
      if (!option) return;
      setTyped(undefined);
      if (option.kind === 'direct') return onChange({ type: 'direct', userIds: [] });
      onChange({ ...target, channelId: option.channel.stream_id });
      focusTopic(place.current);
    },
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
    } else if (event.key === 'ArrowDown' && typed === undefined) {
      event.preventDefault();
      setTyped('');
    } else if (event.key === 'Tab' && typed === '') {
      // Who only passes by chooses nothing.
      setTyped(undefined);
    } else list.inputProps.onKeyDown(event);
  };
  // What is typed over the channel's name begins a search.
  const type = (value: string): void =>
    setTyped(typed === undefined && value.startsWith(shown) ? value.slice(shown.length) : value);
  return (
    <div className="compose-channel" ref={place}>
      <input
        {...list.inputProps}
        className="input"
        aria-label={t('compose.channel')}
        placeholder={shown === '' ? t('compose.chooseChannel') : shown}
        autoFocus={target.channelId === undefined}
        value={typed ?? shown}
        onFocus={() => setTyped('')}
        onClick={() => setTyped((now) => now ?? '')}
        onBlur={() => setTyped(undefined)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {options.length > 0 && (
        <ul {...list.listProps} className="pill-options">
          {options.map((option, index) => (
            <li key={option.kind === 'direct' ? option.kind : option.channel.stream_id} {...list.optionProps(index)}>
              <OptionText option={option} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
