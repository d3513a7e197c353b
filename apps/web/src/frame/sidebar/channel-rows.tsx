import { memo, useDeferredValue, useMemo } from 'react';
import { useClient, useClientState } from '../../client/client';
import { hash } from '../../client/location';
import { channelFeedAddress } from '../../parts/addresses';
import { channelColour } from '../../parts/channel-colour';
import { ChannelIcon } from '../../parts/channel-icon';
import { type ChannelSection, channelSections, channelsInOrder } from '../../parts/channel-sections';
import { UnreadCount } from '../../parts/count';
import { toggleFolded, unfoldedQuiet } from '../../parts/folded';
import { matchesText } from '../../parts/text-match';
import type { Channel } from '../../store/state';
import { useSlice } from '../../store/store';
import { type Badge, channelBadge } from '../../store/unread-badges';
import { channelCounts } from '../../store/unread-counts';
import { t } from '../../strings/strings';
import { useGrowingLimit } from '../../ui/use-growing-limit';
import { beginTopic, channelOpener } from '../../views/channels/go-to-channel';
import { MoreButton } from '../../views/channels/menus/more-button';
import { openConversation } from '../open-conversation';
import { BeginButton } from './begin-button';
import { SectionToggle, useFolded } from './section-toggle';
import { SidebarLink } from './sidebar-link';
import { ChannelTopics, useTopicRows } from './topic-rows';

function isSameBadge(a: Badge | undefined, b: Badge | undefined): boolean {
  return a?.count === b?.count && a?.isFaded === b?.isFaded && a?.isDot === b?.isDot;
}

interface ChannelRowProps {
  channel: Channel;
  /** Where it stands in its list, from 1, and how many do: not all of them may be drawn. */
  position: number;
  setSize: number;
  isOpen: boolean;
  typed: string;
  onTopics: (channelId: number) => void;
}

/** There are many, and opening a conversation changes two of them. */
const ChannelRow = memo(function ChannelRow(props: ChannelRowProps) {
  const { channel, position, setSize, isOpen, typed, onTopics } = props;
  const { stream_id: channelId, name } = channel;
  const client = useClient();
  const badge = useClientState((state) => channelBadge(state, channelId), isSameBadge);
  const isMention = useClientState((state) => channelCounts(state, channelId).mentions > 0);
  const feed = useClientState((state) => channelFeedAddress(state, channelId));
  return (
    <li aria-posinset={position} aria-setsize={setSize}>
      <div className="sidebar-row">
        <SidebarLink href={feed} isFaded={channel.subscription?.is_muted} onClick={channelOpener(client, channelId)}>
          <span style={{ color: channelColour(channel.subscription?.color) }} className="channel-mark">
            <ChannelIcon channel={channel} />
          </span>
          <bdi>{name}</bdi>
          {isMention && <span className="mention-mark">@</span>}
          {badge && <UnreadCount {...badge} />}
        </SidebarLink>
        <BeginButton label={t('sidebar.newTopic', { channel: name })} onClick={() => beginTopic(client, channelId)} />
        <MoreButton subject={{ kind: 'channel', channelId }} name={name} />
      </div>
      {isOpen && <ChannelTopics channel={channel} typed={typed} onAll={onTopics} />}
    </li>
  );
});

function sectionTitle({ key, name }: ChannelSection, isAlone: boolean): string {
  if (name !== undefined) return name;
  if (key === 'pinned') return t('channels.pinned');
  return isAlone ? t('channels.title') : t('channels.others');
}

const sumOf = (channels: readonly Channel[]) => (state: Parameters<typeof channelCounts>[0]) =>
  channels.reduce((sum, { stream_id }) => sum + channelCounts(state, stream_id).counting, 0);

interface SectionProps {
  section: ChannelSection;
  isAlone: boolean;
  openId: number | undefined;
  typed: string;
  /** The open channel stays, because topics of it fit what was typed. */
  keepsOpen: boolean;
  onTopics: (channelId: number) => void;
}

function useQuietShown(key: string): boolean {
  return useSlice(unfoldedQuiet, (keys) => keys.includes(key));
}

/** Which channels of a section are shown: folded the open one, else the lively, or all; those that fit while one filters. */
function useShown(props: SectionProps, title: string): readonly Channel[] {
  const { section, openId, typed, keepsOpen } = props;
  const isFolded = useFolded(section.key);
  const showsQuiet = useQuietShown(section.key);
  const all = channelsInOrder([section]);
  if (typed !== '') {
    if (matchesText(typed, title)) return all;
    return all.filter(({ stream_id, name }) => matchesText(typed, name) || (keepsOpen && stream_id === openId));
  }
  return all.filter(
    (channel) => channel.stream_id === openId || (!isFolded && (showsQuiet || section.active.includes(channel))),
  );
}

const quietOf = ({ muted, inactive }: ChannelSection): readonly Channel[] => [...muted, ...inactive];

/** Shows and hides the channels in which little happens. */
function QuietToggle({ section, setSize }: { section: ChannelSection; setSize: number }) {
  const isShown = useQuietShown(section.key);
  const quiet = quietOf(section);
  const unread = useClientState(sumOf(quiet));
  return (
    <li aria-posinset={setSize} aria-setsize={setSize}>
      <button
        type="button"
        className="sidebar-link sidebar-more"
        aria-expanded={isShown}
        onClick={() => toggleFolded(unfoldedQuiet, section.key)}
      >
        {t('sidebar.quietChannels', { count: quiet.length })} {!isShown && <UnreadCount count={unread} />}
      </button>
    </li>
  );
}

function Section(props: SectionProps) {
  const { section, isAlone, openId, typed, onTopics } = props;
  const title = sectionTitle(section, isAlone);
  const all = channelsInOrder([section]);
  const sum = useClientState(sumOf(all));
  const isFolded = useFolded(section.key);
  const rows = useShown(props, title);
  const [limit, end] = useGrowingLimit(rows.length);
  // The open channel stands there with its topics, however far down it is.
  const drawn = Math.max(limit, rows.findIndex(({ stream_id }) => stream_id === openId) + 1);
  if (typed !== '' && rows.length === 0) return null;
  const hasToggle = typed === '' && !isFolded && quietOf(section).length > 0;
  const setSize = rows.length + (hasToggle ? 1 : 0);
  return (
    <>
      <SectionToggle sectionKey={section.key} title={title} unread={sum}>
        <MoreButton
          subject={{
            kind: 'section',
            sectionKey: section.key,
            folderId: section.folderId,
            channelIds: all.map(({ stream_id }) => stream_id),
          }}
          name={title}
        />
      </SectionToggle>
      <ul>
        {rows.slice(0, drawn).map((channel, index) => (
          <ChannelRow
            key={channel.stream_id}
            channel={channel}
            position={index + 1}
            setSize={setSize}
            isOpen={channel.stream_id === openId}
            typed={typed}
            onTopics={onTopics}
          />
        ))}
        {drawn < rows.length && <li ref={end} aria-hidden="true" />}
        {hasToggle && <QuietToggle section={section} setSize={setSize} />}
      </ul>
    </>
  );
}

interface ChannelRowsProps {
  typed: string;
  onTopics: (channelId: number) => void;
}

/** Subscribed channels: the pinned, those of folders, and the rest (web-details.md A.2). */
export function ChannelRows({ typed, onTopics }: ChannelRowsProps) {
  const { store } = useClient();
  const channels = useClientState((state) => state.channels);
  const folders = useClientState((state) => state.folders);
  const settings = useClientState((state) => state.settings);
  const sections = useMemo(() => channelSections({ channels, folders, settings }), [channels, folders, settings]);
  const current = useSlice(hash, (address) => openConversation(store.get(), address).channelId);
  // What stands below the open channel waits for the first picture of what was opened.
  const openId = useDeferredValue(current);
  // Without a filter all of the open channel's topics would be meant.
  const fitting = useTopicRows(typed === '' ? undefined : openId, typed);
  return sections.map((section) => (
    <Section
      key={section.key}
      section={section}
      isAlone={sections.length === 1}
      keepsOpen={fitting.length > 0}
      {...{ openId, typed, onTopics }}
    />
  ));
}
