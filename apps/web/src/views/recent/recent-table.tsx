import { ArrowDown, ArrowUp, Mail } from 'lucide-react';
import { memo, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { directAddress, topicAddress } from '../../parts/addresses';
import { channelColour } from '../../parts/channel-colour';
import { ChannelIcon } from '../../parts/channel-icon';
import { fullMomentText, momentText } from '../../parts/moment-text';
import { Participants } from '../../parts/participants';
import { PolicyMark } from '../../parts/policy-mark';
import { ReadButton } from '../../parts/read-button';
import { TopicName } from '../../parts/topic-name';
import type { Conversation } from '../../store/conversation';
import type { State } from '../../store/state';
import { TopicPolicy } from '../../store/unread-counts';
import { t } from '../../strings/strings';
import { useGrowingLimit } from '../../ui/use-growing-limit';
import { MoreButton } from '../channels/menus/more-button';
import { type Column, type RecentRow, type Wanted, isSameRow } from './recent-rows';

function addressOf(state: State, conversation: Conversation): string {
  return conversation.kind === 'direct'
    ? directAddress(state, conversation.key)
    : topicAddress(state, conversation.channelId, conversation.topic);
}

/** Where it is: channel and topic, or people. */
function Where({ row }: { row: RecentRow }) {
  const { conversation } = row;
  const channelId = conversation.kind === 'topic' ? conversation.channelId : undefined;
  const channel = useClientState((state) => (channelId === undefined ? undefined : state.channels.get(channelId)));
  if (conversation.kind === 'direct') {
    return (
      <>
        <Mail className="icon" size="1em" role="img" aria-label={t('directs.title')} />
        <bdi>{row.name}</bdi>
      </>
    );
  }
  return (
    <>
      <span className="channel-mark" style={{ color: channelColour(channel?.subscription?.color) }}>
        {channel && <ChannelIcon channel={channel} />}
      </span>
      <bdi className="recent-channel">{channel?.name ?? t('channel.unknown')}</bdi>
      <span aria-hidden="true">›</span>
      <TopicName topic={conversation.topic} />
      <PolicyMark policy={row.policy} />
    </>
  );
}

interface RowProps {
  row: RecentRow;
  now: number;
}

const Row = memo(function Row({ row, now }: RowProps) {
  const { store } = useClient();
  const { conversation, newest } = row;
  const usesTwentyFourHours = useClientState((state) => state.settings.twenty_four_hour_time);
  const time = new Date(newest.timestamp * 1000).toISOString();
  const subject = conversation.kind === 'direct' ? conversation : { ...conversation, kind: 'topic' as const };
  return (
    <div role="row" className="recent-row" data-row data-muted={row.policy === TopicPolicy.Muted || undefined}>
      <div role="cell" className="recent-name">
        <a href={addressOf(store.get(), conversation)}>
          <Where row={row} />
          {row.isMention && <span className="mention-mark">@</span>}
        </a>
      </div>
      <div role="cell" className="recent-participants">
        <Participants ids={row.participantIds} />
      </div>
      <div role="cell">
        <ReadButton name={row.name} unread={row.unread} isMention={row.isMention} />
      </div>
      <div role="cell" className="recent-time">
        <time dateTime={time} title={fullMomentText(newest.timestamp)}>
          {momentText(newest.timestamp, { now, usesTwentyFourHours })}
        </time>
      </div>
      <div role="cell">
        <MoreButton subject={subject} name={row.name} />
      </div>
    </div>
  );
}, isSameView);

function isSameView(a: RowProps, b: RowProps): boolean {
  return a.now === b.now && isSameRow(a.row, b.row);
}

interface HeadProps {
  column: Column;
  wanted: Wanted;
  onSort: (column: Column) => void;
}

/** Names by their alphabet, numbers and times from the largest, unless it is reversed. */
function sortOf({ column, wanted }: Omit<HeadProps, 'onSort'>): 'ascending' | 'descending' | 'none' {
  if (wanted.column !== column) return 'none';
  return (column === 'conversation') === wanted.isReversed ? 'descending' : 'ascending';
}

function Head({ column, wanted, onSort }: HeadProps) {
  const sort = sortOf({ column, wanted });
  const Icon = sort === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <div role="columnheader" aria-sort={sort} className={`recent-head-${column}`}>
      <button type="button" className="recent-sort" onClick={() => onSort(column)}>
        {t(`recent.column.${column}`)}
        {sort !== 'none' && <Icon size="0.875rem" aria-hidden="true" />}
      </button>
    </div>
  );
}

interface RecentTableProps {
  rows: readonly RecentRow[];
  wanted: Wanted;
  onSort: (column: Column) => void;
}

/** One row for each conversation. */
export function RecentTable({ rows, wanted, onSort }: RecentTableProps) {
  // Times are as of when the view was opened: days change seldom.
  const [now] = useState(() => Date.now());
  const [limit, end] = useGrowingLimit(rows.length);
  return (
    <div role="table" aria-label={t('recent.title')} className="recent-table">
      <div role="rowgroup">
        <div role="row" className="recent-row recent-head">
          <Head column="conversation" {...{ wanted, onSort }} />
          <div role="columnheader" className="recent-participants">
            {t('recent.column.participants')}
          </div>
          <Head column="unread" {...{ wanted, onSort }} />
          <Head column="time" {...{ wanted, onSort }} />
          <div role="columnheader">
            <span className="visually-hidden">{t('recent.column.menu')}</span>
          </div>
        </div>
      </div>
      <div role="rowgroup">
        {rows.slice(0, limit).map((row) => (
          <Row key={row.key} row={row} now={now} />
        ))}
      </div>
      <div ref={end} role="presentation" />
    </div>
  );
}
