import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useClient, useClientState } from '../client/client';
import type { State } from '../store/state';
import { userOf } from '../store/users';
import { languageInUse, t } from '../strings/strings';
import { IconButton } from '../ui/button';
import { groupsToWrite } from './groups-to-write';
import type { Target } from './target';
import { findTopics } from './typeahead/channels';
import { loadTopics } from './typeahead/topics-loader';

type ChannelTarget = Extract<Target, { type: 'channel' }>;
type DirectTarget = Extract<Target, { type: 'direct' }>;

interface BarProps<T extends Target> {
  target: T;
  onChange: (target: Target) => void;
}

const MOST_TOPICS = 50;
/** In place of a channel: to people. */
const DIRECT = 'direct';

/** Subscribed channels first, each group by name. */
function channelsToChoose({ channels }: Pick<State, 'channels'>) {
  const collator = new Intl.Collator(languageInUse());
  const open = [...channels.values()].filter((channel) => !channel.is_archived);
  const sorted = open.sort((a, b) => collator.compare(a.name, b.name));
  return { own: sorted.filter((one) => one.isSubscribed), others: sorted.filter((one) => !one.isSubscribed) };
}

function ChannelChoice({ target, onChange }: BarProps<ChannelTarget>) {
  const channels = useClientState((state) => state.channels);
  const { own, others } = channelsToChoose({ channels });
  const option = ({ stream_id, name }: (typeof own)[number]) => (
    <option key={stream_id} value={stream_id}>
      #{name}
    </option>
  );
  return (
    <select
      className="input compose-channel"
      aria-label={t('compose.channel')}
      autoFocus={target.channelId === undefined}
      value={target.channelId ?? ''}
      onChange={({ target: { value } }) =>
        onChange(value === DIRECT ? { type: 'direct', userIds: [] } : { ...target, channelId: Number(value) })
      }
    >
      {target.channelId === undefined && <option value="">{t('compose.chooseChannel')}</option>}
      <option value={DIRECT}>{t('compose.newDirectMessage')}</option>
      <optgroup label={t('compose.ownChannels')}>{own.map(option)}</optgroup>
      {others.length > 0 && <optgroup label={t('compose.otherChannels')}>{others.map(option)}</optgroup>}
    </select>
  );
}

/** The topic, with those that there are. */
export function TopicField({ target, onChange }: BarProps<ChannelTarget>) {
  const client = useClient();
  const id = useId();
  const { channelId, topic = '' } = target;
  const limit = useClientState((state) => state.organization.max_topic_length);
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  const policy = useClientState((state) =>
    channelId === undefined ? undefined : state.channels.get(channelId)?.topics_policy,
  );
  const topics = useClientState((state) => state.topics);
  useEffect(() => {
    if (channelId !== undefined) loadTopics(client, channelId);
  }, [client, channelId]);
  const isFixed = policy === 'empty_topic_only';
  const known = channelId === undefined ? [] : findTopics({ topics }, { channelId, query: '', most: MOST_TOPICS });
  return (
    <>
      <input
        className="input compose-topic"
        aria-label={t('compose.topic')}
        placeholder={isFixed ? emptyName : t('compose.topic')}
        list={`${id}-topics`}
        maxLength={limit}
        disabled={isFixed}
        value={isFixed ? '' : topic}
        onChange={(event) => onChange({ ...target, topic: event.target.value })}
      />
      <datalist id={`${id}-topics`}>{known.map((name) => name !== '' && <option key={name} value={name} />)}</datalist>
    </>
  );
}

function People({ target, onChange }: BarProps<DirectTarget>) {
  const id = useId();
  const [text, setText] = useState('');
  const users = useClientState((state) => state.users);
  const chosen = target.userIds.map((userId) => userOf({ users }, userId));
  const groups = useClientState((state) => state.groups);
  const ownId = useClientState((state) => state.userId);
  const offered = useMemo(() => groupsToWrite({ groups, users, userId: ownId }), [groups, users, ownId]);
  const others = [...users.values()].filter((user) => user.is_active && !target.userIds.includes(user.user_id));
  const add = (name: string): boolean => {
    const wanted = name.trim().toLowerCase();
    const found = others.find((user) => user.full_name.toLowerCase() === wanted);
    const group = found ? undefined : offered.find((one) => one.name.toLowerCase() === wanted);
    const ids = found ? [found.user_id] : group?.userIds;
    if (!ids) return false;
    onChange({ type: 'direct', userIds: [...new Set([...target.userIds, ...ids])] });
    setText('');
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      const begins = (name: string): boolean => name.toLowerCase().startsWith(text.trim().toLowerCase());
      const first =
        others.find(({ full_name }) => begins(full_name))?.full_name ?? offered.find(({ name }) => begins(name))?.name;
      if (text.trim() !== '' && first !== undefined) add(first);
    } else if (event.key === 'Backspace' && text === '' && target.userIds.length > 0) {
      onChange({ type: 'direct', userIds: target.userIds.slice(0, -1) });
    }
  };
  return (
    <div className="compose-people">
      {chosen.map((user) => (
        <span key={user.user_id} className="pill">
          <bdi>{user.full_name}</bdi>
          <button
            type="button"
            aria-label={t('compose.removePerson', { name: user.full_name })}
            onClick={() =>
              onChange({ type: 'direct', userIds: target.userIds.filter((userId) => userId !== user.user_id) })
            }
          >
            <X size="0.875rem" aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        className="input"
        aria-label={t('compose.addPerson')}
        placeholder={t('compose.addPerson')}
        list={`${id}-people`}
        autoFocus={target.userIds.length === 0}
        value={text}
        onChange={(event) => {
          if (!add(event.target.value)) setText(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <datalist id={`${id}-people`}>
        {text.trim() !== '' &&
          others
            .filter((user) => user.full_name.toLowerCase().includes(text.trim().toLowerCase()))
            .slice(0, MOST_TOPICS)
            .map((user) => <option key={user.user_id} value={user.full_name} />)}
        {text.trim() !== '' &&
          offered
            .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
            .map(({ name, userIds }) => (
              <option
                key={`group ${name}`}
                value={name}
                label={t('compose.groupOf', { count: userIds.length, name })}
              />
            ))}
      </datalist>
    </div>
  );
}

/** To whom, where that is not what the view shows. */
export function RecipientBar({ target, onChange, onClose }: BarProps<Target> & { onClose: () => void }) {
  return (
    <div className="compose-target">
      {target.type === 'channel' ? (
        <>
          <ChannelChoice target={target} onChange={onChange} />
          <TopicField target={target} onChange={onChange} />
        </>
      ) : (
        <People target={target} onChange={onChange} />
      )}
      <IconButton label={t('compose.leave')} onClick={onClose}>
        <X size="1rem" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
