import { memo, useEffect, useMemo } from 'react';
import { useClient, useClientState } from '../../client/client';
import { hash } from '../../client/location';
import { loadTopics } from '../../compose/typeahead/topics-loader';
import { topicAddress } from '../../parts/addresses';
import { UnreadCount } from '../../parts/count';
import { PolicyMark } from '../../parts/policy-mark';
import { TopicName } from '../../parts/topic-name';
import type { Channel } from '../../store/state';
import { isSameData, useSlice } from '../../store/store';
import { unresolvedName } from '../../store/topics';
import { TopicPolicy } from '../../store/unread-counts';
import { t } from '../../strings/strings';
import { useGrowingLimit } from '../../ui/use-growing-limit';
import { MoreButton } from '../../views/channels/menus/more-button';
import { type TopicRow, topicRows } from '../../views/topics/topic-rows';
import { openConversation } from '../open-conversation';
import { shownTopics } from './shown-rows';
import { SidebarLink } from './sidebar-link';

const NONE: readonly TopicRow[] = [];

/** The topics of a channel that have the words typed; none without a channel. */
export function useTopicRows(channelId: number | undefined, typed: string): readonly TopicRow[] {
  const client = useClient();
  useEffect(() => {
    if (channelId !== undefined) loadTopics(client, channelId);
  }, [client, channelId]);
  const topics = useClientState((state) => state.topics);
  const userTopics = useClientState((state) => state.userTopics);
  const unreadTopics = useClientState((state) => state.unreadTopics);
  const unreadMentions = useClientState((state) => state.unreadMentions);
  const organization = useClientState((state) => state.organization);
  return useMemo(
    () =>
      channelId === undefined
        ? NONE
        : topicRows(
            { topics, userTopics, unreadTopics, unreadMentions, organization },
            { channelId, typed, shown: 'all' },
          ),
    [topics, userTopics, unreadTopics, unreadMentions, organization, channelId, typed],
  );
}

interface RowProps {
  channelId: number;
  row: TopicRow;
}

/** Each message makes the rows of its channel anew, and changes one or two of them. */
function isSameRow(a: RowProps, b: RowProps): boolean {
  return a.channelId === b.channelId && isSameData(a.row, b.row);
}

const Row = memo(function Row({ channelId, row }: RowProps) {
  const address = useClientState((state) => topicAddress(state, channelId, row.topic));
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  return (
    <li>
      <div className="sidebar-row">
        <SidebarLink isNested isFaded={row.policy === TopicPolicy.Muted} href={address}>
          <TopicName topic={row.topic} />
          <PolicyMark policy={row.policy} />
          <UnreadCount count={row.unread} isMention={row.isMention} />
        </SidebarLink>
        <MoreButton
          subject={{ kind: 'topic', channelId, topic: row.topic }}
          name={unresolvedName(row.topic) || emptyName}
        />
      </div>
    </li>
  );
}, isSameRow);

interface ChannelTopicsProps {
  channel: Channel;
  /** While one filters, all topics that fit are shown. */
  typed: string;
  onAll: (channelId: number) => void;
}

/** The topics below the open channel. */
export function ChannelTopics({ channel, typed, onAll }: ChannelTopicsProps) {
  const { store } = useClient();
  const channelId = channel.stream_id;
  const all = useTopicRows(channelId, typed);
  const open = useSlice(hash, (address) => openConversation(store.get(), address).topic);
  const rows = typed === '' ? shownTopics(all, { isChannelMuted: channel.subscription?.is_muted === true, open }) : all;
  const [limit, end] = useGrowingLimit(rows.length);
  const hidden = all.filter((row) => !rows.includes(row) && row.policy !== TopicPolicy.Muted);
  return (
    <ul>
      {rows.slice(0, limit).map((row) => (
        <Row key={row.topic} channelId={channelId} row={row} />
      ))}
      <li ref={end} aria-hidden="true" />
      {rows.length < all.length && (
        <li>
          <button type="button" className="sidebar-link sidebar-more" data-nested onClick={() => onAll(channelId)}>
            {t('sidebar.allTopics')} <UnreadCount count={hidden.reduce((sum, { unread }) => sum + unread, 0)} />
          </button>
        </li>
      )}
    </ul>
  );
}

/** Every topic of a channel, the muted, too. */
export function AllTopics({ channel, typed }: { channel: Channel; typed: string }) {
  const rows = useTopicRows(channel.stream_id, typed);
  const [limit, end] = useGrowingLimit(rows.length);
  return (
    <ul aria-label={t('topics.title', { channel: channel.name })}>
      {rows.slice(0, limit).map((row) => (
        <Row key={row.topic} channelId={channel.stream_id} row={row} />
      ))}
      <li ref={end} aria-hidden="true" />
    </ul>
  );
}
