import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, memo } from 'react';
import { useClient, useClientState } from '../../client/client';
import { directAddress, topicAddress } from '../../parts/addresses';
import { ChannelIcon } from '../../parts/channel-icon';
import { UnreadCount } from '../../parts/count';
import { foldedInInbox, toggleFolded } from '../../parts/folded';
import { PolicyMark } from '../../parts/policy-mark';
import { ReadButton } from '../../parts/read-button';
import { TopicName } from '../../parts/topic-name';
import { useSlice } from '../../store/store';
import { unresolvedName } from '../../store/topics';
import { t } from '../../strings/strings';
import type { MenuSubject } from '../channels/menus/menu-subject';
import { MoreButton } from '../channels/menus/more-button';
import { type InboxChannel, type InboxDirect, type InboxSection, type InboxTopic, countOf } from './inbox-rows';

/** Whether a part is folded: not while something is filtered for, since what is found shall be seen. */
function useFolded(key: string, isFiltered: boolean): boolean {
  return useSlice(foldedInInbox, (keys) => keys.includes(key)) && !isFiltered;
}

interface HeadingProps {
  level: 2 | 3;
  id: string;
  /** What folding is remembered by. */
  foldKey: string;
  isFolded: boolean;
  name: string;
  count: number;
  subject?: MenuSubject;
  colour?: string;
  children: ReactNode;
}

/** The name of a part, which folds it. */
function Heading({ level, id, foldKey, isFolded, name, count, subject, colour, children }: HeadingProps) {
  const Level = `h${level}` as const;
  const Arrow = isFolded ? ChevronRight : ChevronDown;
  return (
    <div className="inbox-head" data-row data-level={level} style={{ borderInlineStartColor: colour }}>
      <Level id={id}>
        <button
          type="button"
          className="inbox-fold"
          aria-expanded={!isFolded}
          onClick={() => toggleFolded(foldedInInbox, foldKey)}
        >
          <Arrow className="icon" size="1em" aria-hidden="true" />
          {children}
          {isFolded && <UnreadCount count={count} />}
        </button>
      </Level>
      {subject && <MoreButton subject={subject} name={name} />}
    </div>
  );
}

const TopicRow = memo(function TopicRow({ channelId, row }: { channelId: number; row: InboxTopic }) {
  const { store } = useClient();
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  const { topic, ids, policy, isMention } = row;
  const name = unresolvedName(topic) || emptyName;
  return (
    <li className="inbox-row" data-row>
      <a href={topicAddress(store.get(), channelId, topic)}>
        <TopicName topic={topic} />
        <PolicyMark policy={policy} />
        {isMention && <span className="mention-mark">@</span>}
      </a>
      <ReadButton name={name} unread={ids} isMention={isMention} />
      <MoreButton subject={{ kind: 'topic', channelId, topic }} name={name} />
    </li>
  );
}, hasSameTopic);

interface TopicRowProps {
  channelId: number;
  row: InboxTopic;
}

function hasSameTopic(a: TopicRowProps, b: TopicRowProps): boolean {
  const isSame = (['key', 'topic', 'ids', 'policy', 'isMention'] as const).every((part) => a.row[part] === b.row[part]);
  return isSame && a.channelId === b.channelId;
}

interface ChannelProps {
  row: InboxChannel;
  level: 2 | 3;
  isFiltered: boolean;
}

function Channel({ row: { channel, topics, count }, level, isFiltered }: ChannelProps) {
  const { stream_id: channelId, name, subscription } = channel;
  const foldKey = `channel/${channelId}`;
  const isFolded = useFolded(foldKey, isFiltered);
  const id = `inbox-${channelId}`;
  return (
    <section aria-labelledby={id}>
      <Heading
        {...{ level, id, foldKey, isFolded, name, count }}
        subject={{ kind: 'channel', channelId }}
        colour={subscription?.color}
      >
        <ChannelIcon channel={channel} /> <bdi>{name}</bdi>
      </Heading>
      {!isFolded && (
        <ul>
          {topics.map((row) => (
            <TopicRow key={row.key} channelId={channelId} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function titleOf({ key, name }: InboxSection): string {
  if (name !== undefined) return name;
  return t(key === 'pinned' ? 'channels.pinned' : 'channels.others');
}

interface SectionProps {
  section: InboxSection;
  /** The only one has no heading of its own. */
  isAlone: boolean;
  isFiltered: boolean;
}

/** The pinned channels, those of a folder, or the rest. */
export function Section({ section, isAlone, isFiltered }: SectionProps) {
  const { key, folderId, channels, count } = section;
  const isFolded = useFolded(key, isFiltered) && !isAlone;
  const name = titleOf(section);
  const channelIds = channels.map(({ channel }) => channel.stream_id);
  return (
    <>
      {!isAlone && (
        <Heading
          {...{ level: 2, id: `inbox-${key}`, foldKey: key, isFolded, name, count }}
          subject={{ kind: 'section', sectionKey: key, folderId, channelIds }}
        >
          <bdi>{name}</bdi>
        </Heading>
      )}
      {!isFolded &&
        channels.map((row) => (
          <Channel key={row.channel.stream_id} row={row} level={isAlone ? 2 : 3} isFiltered={isFiltered} />
        ))}
    </>
  );
}

function DirectRow({ row: { key, name, ids } }: { row: InboxDirect }) {
  const { store } = useClient();
  return (
    <li className="inbox-row" data-row>
      <a href={directAddress(store.get(), key)}>
        <bdi>{name}</bdi>
      </a>
      <ReadButton name={name} unread={ids} />
      <MoreButton subject={{ kind: 'direct', key }} name={name} />
    </li>
  );
}

export function Directs({ rows, isFiltered }: { rows: readonly InboxDirect[]; isFiltered: boolean }) {
  const isFolded = useFolded('directs', isFiltered);
  if (rows.length === 0) return null;
  const name = t('directs.title');
  return (
    <section aria-labelledby="inbox-directs">
      <Heading {...{ level: 2, id: 'inbox-directs', foldKey: 'directs', isFolded, name, count: countOf(rows) }}>
        {name}
      </Heading>
      {!isFolded && (
        <ul>
          {rows.map((row) => (
            <DirectRow key={row.key} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}
