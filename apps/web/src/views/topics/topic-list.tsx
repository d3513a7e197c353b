import { useEffect, useRef, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { useCommands } from '../../client/commands';
import { remembered } from '../../client/remembered';
import { loadTopics } from '../../compose/typeahead/topics-loader';
import { channelFeedAddress, topicAddress } from '../../parts/addresses';
import { UnreadCount } from '../../parts/count';
import { PolicyMark } from '../../parts/policy-mark';
import { TopicName } from '../../parts/topic-name';
import { useSlice } from '../../store/store';
import { unresolvedName } from '../../store/topics';
import { TopicPolicy } from '../../store/unread-counts';
import { t } from '../../strings/strings';
import { useRowWalking } from '../../ui/use-row-walking';
import { MoreButton } from '../channels/menus/more-button';
import { SHOWN, type Shown, type TopicRow, topicRows } from './topic-rows';
import './topics.css';

const isShown = (value: unknown): value is Shown => SHOWN.some((shown) => shown === value);
const shownChosen = remembered<Shown>('topics.shown', 'all', isShown);

function Row({ channelId, row }: { channelId: number; row: TopicRow }) {
  const { store } = useClient();
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  return (
    <li className="topics-row" data-row data-muted={row.policy === TopicPolicy.Muted || undefined}>
      <a href={topicAddress(store.get(), channelId, row.topic)}>
        <TopicName topic={row.topic} />
        <PolicyMark policy={row.policy} />
        {row.isMention && <span className="mention-mark">@</span>}
        <UnreadCount count={row.unread} isMention={row.isMention} />
      </a>
      <MoreButton
        subject={{ kind: 'topic', channelId, topic: row.topic }}
        name={unresolvedName(row.topic) || emptyName}
      />
    </li>
  );
}

/** Every topic of a channel (web-details.md B). */
export function TopicList({ channelId }: { channelId: number }) {
  const client = useClient();
  const [typed, setTyped] = useState('');
  const shown = useSlice(shownChosen, (value) => value);
  const list = useRef<HTMLDivElement>(null);
  const { onKeyDown, enter } = useRowWalking(list);
  useCommands({ nextMessage: () => enter('first'), previousMessage: () => enter('last') });
  useEffect(() => loadTopics(client, channelId), [client, channelId]);
  const state = useClientState((whole) => whole);
  if (!state.channels.has(channelId)) {
    return (
      <div className="empty">
        <h2>{t('topics.noChannel')}</h2>
        <p>
          <a href="#channels/all">{t('channels.browse', { count: 0 })}</a>
        </p>
      </div>
    );
  }
  const rows = topicRows(state, { channelId, typed, shown });
  return (
    <div className="topics" ref={list} onKeyDown={onKeyDown}>
      <div className="topics-tools">
        <input
          type="search"
          className="input"
          aria-label={t('topics.filter')}
          placeholder={t('topics.filter')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <select
          className="input"
          aria-label={t('topics.shown')}
          value={shown}
          onChange={(event) => isShown(event.target.value) && shownChosen.set(event.target.value)}
        >
          {SHOWN.map((name) => (
            <option key={name} value={name}>
              {t(`topics.shown.${name}`)}
            </option>
          ))}
        </select>
        <a className="button" href={channelFeedAddress(state, channelId)}>
          {t('topics.feed')}
        </a>
      </div>
      <ul aria-label={t('key.topicList')}>
        {rows.map((row) => (
          <Row key={row.topic} channelId={channelId} row={row} />
        ))}
      </ul>
      <p role="status" className="topics-none">
        {rows.length === 0 && t('topics.none')}
      </p>
    </div>
  );
}
