import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { useCommands } from '../../client/commands';
import { remembered } from '../../client/remembered';
import { useToday } from '../../client/today';
import { type TopicsLoaded, loadTopics, topicsLoaded } from '../../compose/typeahead/topics-loader';
import { type Narrow, channelNarrow, narrowKey } from '../../narrow/terms';
import { channelFeedAddress, topicAddress } from '../../parts/addresses';
import { UnreadCount } from '../../parts/count';
import { fullMomentText, momentText } from '../../parts/moment-text';
import { Participants } from '../../parts/participants';
import { PolicyMark } from '../../parts/policy-mark';
import { TopicName } from '../../parts/topic-name';
import { useSlice } from '../../store/store';
import { unresolvedName } from '../../store/topics';
import { TopicPolicy } from '../../store/unread-counts';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { useKeptFocus, useRowWalking } from '../../ui/use-row-walking';
import { MoreButton } from '../channels/menus/more-button';
import { type SeenTopic, seenTopics } from './seen-topics';
import { SHOWN, type Shown, type TopicRow, topicRows } from './topic-rows';
import './topics.css';

const isShown = (value: unknown): value is Shown => SHOWN.some((shown) => shown === value);
const shownChosen = remembered<Shown>('topics.shown', 'all', isShown);

interface RowProps {
  channelId: number;
  row: TopicRow;
  seen: SeenTopic | undefined;
}

function Row({ channelId, row, seen }: RowProps) {
  const { store } = useClient();
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  return (
    <li className="topics-row" data-row data-muted={row.policy === TopicPolicy.Muted || undefined}>
      <a href={topicAddress(store.get(), channelId, row.topic)}>
        <TopicName topic={row.topic} />
        <PolicyMark policy={row.policy} />
        {row.isMention && <span className="mention-mark">@</span>}
        <UnreadCount count={row.unread} isMention={row.isMention} />
        <span className="topics-people">{seen && <Participants ids={seen.participantIds} />}</span>
        {seen && <TopicTime seconds={seen.time} />}
      </a>
      <MoreButton
        subject={{ kind: 'topic', channelId, topic: row.topic }}
        name={unresolvedName(row.topic) || emptyName}
      />
    </li>
  );
}

function TopicTime({ seconds }: { seconds: number }) {
  const now = useToday();
  const usesTwentyFourHours = useClientState((state) => state.settings.twenty_four_hour_time);
  return (
    <time className="topics-time" dateTime={new Date(seconds * 1000).toISOString()} title={fullMomentText(seconds)}>
      {momentText(seconds, { now, usesTwentyFourHours })}
    </time>
  );
}

/** Newest messages that say who takes part in the topics, and when. */
const MESSAGES = 300;

/** What the newest messages of a channel say of its topics, which stand there without them, too. */
function useSeenTopics(channelId: number): (topic: string) => SeenTopic | undefined {
  const { loader } = useClient();
  // Another list than the channel's feed, which begins at the first unread message.
  const narrow = useMemo<Narrow>(() => [...channelNarrow(channelId), { operator: 'in', operand: 'all' }], [channelId]);
  const window = useClientState((state) => state.windows.get(narrowKey(narrow)));
  const isStale = window?.isStale === true;
  useEffect(() => {
    // Names and counts are what matters; without an answer the rest is left out.
    loader.open(narrow, 'newest', { before: MESSAGES, keepsAll: true }).catch(() => undefined);
  }, [loader, narrow, isStale]);
  const messages = useClientState((state) => state.messages);
  const userId = useClientState((state) => state.userId);
  return useMemo(() => {
    const held = (window?.ids ?? []).flatMap((id) => messages.get(id) ?? []);
    return seenTopics(held, channelId, userId);
  }, [window, messages, channelId, userId]);
}

/** Why not all topics of a channel are there, undefined while they are asked for; each round asks anew where they are not. */
function useAllTopics(channelId: number): [TopicsLoaded | undefined, again: () => void] {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [asked, setAsked] = useState<{ readonly key: string; readonly failure: TopicsLoaded }>();
  const key = `${channelId} ${round}`;
  useEffect(() => {
    let isCurrent = true;
    void topicsLoaded(client, channelId).then((failure) => isCurrent && setAsked({ key, failure }));
    return () => {
      isCurrent = false;
    };
  }, [client, channelId, key]);
  return [asked?.key === key ? asked.failure : undefined, () => setRound((count) => count + 1)];
}

interface NoTopicsProps {
  channelId: number;
  /** Topics may be there that do not fit. */
  isFiltered: boolean;
}

/** Why no topic is listed; what is not known yet is not said to be none. */
function NoTopics({ channelId, isFiltered }: NoTopicsProps) {
  const [failure, again] = useAllTopics(channelId);
  if (failure === undefined) return t('app.loading');
  if (failure === null) return t(isFiltered ? 'topics.none' : 'conversation.emptyChannel');
  return (
    <>
      {failure} <Button onClick={again}>{t('failure.retry')}</Button>
    </>
  );
}

/** Every topic of a channel (web-details.md B). */
export function TopicList({ channelId }: { channelId: number }) {
  const client = useClient();
  const [typed, setTyped] = useState('');
  const shown = useSlice(shownChosen, (value) => value);
  const list = useRef<HTMLDivElement>(null);
  const { onKeyDown, enter } = useRowWalking(list);
  useKeptFocus(list);
  useCommands({ nextMessage: () => enter('first'), previousMessage: () => enter('last') });
  useEffect(() => loadTopics(client, channelId), [client, channelId]);
  const seenOf = useSeenTopics(channelId);
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
      <ul aria-label={t('topics.list')}>
        {rows.map((row) => (
          <Row key={row.topic} channelId={channelId} row={row} seen={seenOf(row.topic)} />
        ))}
      </ul>
      <p role="status" className="topics-none">
        {rows.length === 0 && <NoTopics channelId={channelId} isFiltered={typed.trim() !== '' || shown !== 'all'} />}
      </p>
    </div>
  );
}
