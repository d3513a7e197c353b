import { useRef } from 'react';
import { namesOf, useClientState } from '../../client/client';
import { useCommands } from '../../client/commands';
import { narrowAddress } from '../../narrow/address';
import { directNarrow, topicNarrow } from '../../narrow/terms';
import { ChannelIcon } from '../../parts/channel-icon';
import { UnreadCount } from '../../parts/count';
import { peopleText } from '../../parts/people-text';
import { TopicName } from '../../parts/topic-name';
import { type UnreadTopicRow, unreadDirects, unreadTopics } from '../../parts/unread-numbers';
import { usersOf } from '../../store/conversation';
import type { Channel, State } from '../../store/state';
import { languageInUse, t } from '../../strings/strings';
import { useRowWalking } from '../../ui/use-row-walking';
import './inbox.css';

/** The parts of the state that unread conversations are made of: the view is made again only when one changes. */
const PARTS = ['unreadTopics', 'unreadDirects', 'userTopics', 'channels', 'users', 'mutedUsers'] as const;

function hasSameParts(a: State, b: State): boolean {
  return PARTS.every((part) => a[part] === b[part]);
}

function byName(a: Channel, b: Channel): number {
  return new Intl.Collator(languageInUse()).compare(a.name, b.name);
}

function Directs({ state }: { state: State }) {
  const directs = unreadDirects(state);
  if (directs.length === 0) return null;
  return (
    <section aria-labelledby="inbox-directs">
      <h2 id="inbox-directs">{t('directs.title')}</h2>
      <ul>
        {directs.map(({ key, count }) => (
          <li key={key}>
            <a data-row className="inbox-row" href={narrowAddress(directNarrow(usersOf(key)), namesOf(state))}>
              <bdi>{peopleText(state, usersOf(key))}</bdi>
              <UnreadCount count={count} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChannelSectionProps {
  state: State;
  channel: Channel;
  topics: readonly UnreadTopicRow[];
}

function ChannelSection({ state, channel, topics }: ChannelSectionProps) {
  const id = `inbox-${channel.stream_id}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} style={{ borderInlineStartColor: channel.subscription?.color }}>
        <ChannelIcon channel={channel} /> <bdi>{channel.name}</bdi>
      </h2>
      <ul>
        {topics.map(({ topic, count, isMention }) => (
          <li key={topic}>
            <a
              data-row
              className="inbox-row"
              href={narrowAddress(topicNarrow(channel.stream_id, topic), namesOf(state))}
            >
              <TopicName topic={topic} />
              {isMention && <span className="mention-mark">@</span>}
              <UnreadCount count={count} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function unreadChannels(state: State) {
  return [...state.unreadTopics.keys()]
    .map((id) => state.channels.get(id))
    .filter((channel) => channel !== undefined)
    .map((channel) => ({
      channel,
      topics: unreadTopics(state, channel.stream_id),
    }))
    .filter(({ topics }) => topics.length > 0)
    .sort((a, b) => byName(a.channel, b.channel));
}

/** Every unread conversation, and nothing else (web-details.md B). */
export function Inbox() {
  const list = useRef<HTMLDivElement>(null);
  const { onKeyDown, enter } = useRowWalking(list);
  useCommands({ nextMessage: () => enter('first'), previousMessage: () => enter('last') });
  const state = useClientState((current) => current, hasSameParts);
  const channels = unreadChannels(state);
  if (unreadDirects(state).length === 0 && channels.length === 0) {
    return (
      <div className="empty">
        <h2>{t('inbox.empty')}</h2>
        <p>
          <a href="#feed">{t('inbox.emptyHint')}</a>
        </p>
      </div>
    );
  }
  return (
    <div ref={list} className="inbox" onKeyDown={onKeyDown}>
      <Directs state={state} />
      {channels.map(({ channel, topics }) => (
        <ChannelSection key={channel.stream_id} state={state} channel={channel} topics={topics} />
      ))}
    </div>
  );
}
