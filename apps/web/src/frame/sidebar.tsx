import { Clock, Compass, Inbox, List, MessagesSquare, Plus, SmilePlus, Star, AtSign } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { namesOf, useClient, useClientState } from '../client/client';
import { hash } from '../client/location';
import { loadTopics } from '../compose/typeahead/topics-loader';
import { narrowAddress } from '../narrow/address';
import { channelNarrow, directNarrow, topicNarrow } from '../narrow/terms';
import { ChannelIcon } from '../parts/channel-icon';
import { type ChannelSection, channelSections, channelsInOrder } from '../parts/channel-sections';
import { UnreadCount } from '../parts/count';
import { foldedInSidebar, toggleFolded } from '../parts/folded';
import { peopleText } from '../parts/people-text';
import { TopicName } from '../parts/topic-name';
import { privaciesToMake } from '../store/channel-permissions';
import { usersOf } from '../store/conversation';
import type { Channel } from '../store/state';
import { useSlice } from '../store/store';
import { topicKey, unresolvedName } from '../store/topics';
import { channelCounts, directCount, unreadCounts } from '../store/unread-counts';
import { t } from '../strings/strings';
import { MoreButton } from '../views/channels/menus/more-button';

/** Rows of a list before "show all". */
const MOST_DIRECTS = 8;
const MOST_TOPICS = 8;

interface LinkProps {
  href: string;
  children: ReactNode;
  isNested?: boolean;
  isFaded?: boolean;
}

function SidebarLink({ href, children, isNested, isFaded }: LinkProps) {
  const isCurrent = useSlice(hash, (current) => current === href);
  return (
    <a
      className="sidebar-link"
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      data-nested={isNested || undefined}
      data-faded={isFaded || undefined}
    >
      {children}
    </a>
  );
}

function Views() {
  const home = useClientState((state) => unreadCounts(state).home);
  const starred = useClientState((state) => state.starred.size);
  const mentions = useClientState((state) => unreadCounts(state).mentions);
  return (
    <ul>
      <li>
        <SidebarLink href="#inbox">
          <Inbox size="1em" aria-hidden="true" /> {t('inbox.title')} <UnreadCount count={home} />
        </SidebarLink>
      </li>
      <li>
        <SidebarLink href="#recent">
          <Clock size="1em" aria-hidden="true" /> {t('recent.title')}
        </SidebarLink>
      </li>
      <li>
        <SidebarLink href="#feed">
          <List size="1em" aria-hidden="true" /> {t('feed.title')}
        </SidebarLink>
      </li>
      <li>
        <SidebarLink href="#narrow/is/mentioned">
          <AtSign size="1em" aria-hidden="true" /> {t('mentions.title')} <UnreadCount count={mentions} />
        </SidebarLink>
      </li>
      <li>
        <SidebarLink href="#narrow/has/reaction/sender/me">
          <SmilePlus size="1em" aria-hidden="true" /> {t('reactions.title')}
        </SidebarLink>
      </li>
      <li>
        <SidebarLink href="#narrow/is/starred">
          <Star size="1em" aria-hidden="true" /> {t('starred.title')}
          {starred > 0 && <span className="quiet-count">{starred}</span>}
        </SidebarLink>
      </li>
    </ul>
  );
}

function Directs() {
  const recent = useClientState((state) => state.recentDirects);
  const unread = useClientState((state) => state.unreadDirects);
  const users = useClientState((state) => state.users);
  const { store } = useClient();
  const rows = useMemo(() => {
    const keys = new Map([...recent, ...[...unread].map(([key, { ids }]) => [key, ids.at(-1) ?? 0] as const)]);
    return [...keys].sort(([, a], [, b]) => b - a).slice(0, MOST_DIRECTS);
  }, [recent, unread]);
  const state = store.get();
  return (
    <ul>
      {rows.map(([key]) => (
        <li key={key}>
          <div className="sidebar-row">
            <SidebarLink href={narrowAddress(directNarrow(usersOf(key)), namesOf(state))}>
              <bdi>{peopleText({ users, userId: state.userId }, usersOf(key))}</bdi>
              <UnreadCount count={directCount({ unreadDirects: unread }, key)} />
            </SidebarLink>
            <MoreButton
              subject={{ kind: 'direct', key }}
              name={peopleText({ users, userId: state.userId }, usersOf(key))}
            />
          </div>
        </li>
      ))}
      <li>
        <SidebarLink href="#narrow/is/dm">
          <MessagesSquare size="1em" aria-hidden="true" /> {t('directs.all')}
        </SidebarLink>
      </li>
    </ul>
  );
}

/** Topics of the open channel: the newest, and each with unread messages. */
function Topics({ channel }: { channel: Channel }) {
  const topics = useClientState((state) => state.topics.get(channel.stream_id));
  const unread = useClientState((state) => state.unreadTopics.get(channel.stream_id));
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  const client = useClient();
  const { store } = client;
  useEffect(() => loadTopics(client, channel.stream_id), [client, channel.stream_id]);
  const rows = [...(topics?.values() ?? [])].sort((a, b) => b.maxId - a.maxId);
  const shown = rows.filter((row, position) => position < MOST_TOPICS || unread?.has(topicKey(row.name)));
  const names = namesOf(store.get());
  return (
    <ul>
      {shown.map(({ name }) => (
        <li key={topicKey(name)}>
          <div className="sidebar-row">
            <SidebarLink isNested href={narrowAddress(topicNarrow(channel.stream_id, name), names)}>
              <TopicName topic={name} />
              <UnreadCount count={unread?.get(topicKey(name))?.ids.length ?? 0} />
            </SidebarLink>
            <MoreButton
              subject={{ kind: 'topic', channelId: channel.stream_id, topic: name }}
              name={unresolvedName(name) || emptyName}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function ChannelRow({ channel, isOpen }: { channel: Channel; isOpen: boolean }) {
  const count = useClientState((state) => channelCounts(state, channel.stream_id).counting);
  const { store } = useClient();
  return (
    <li>
      <div className="sidebar-row">
        <SidebarLink
          href={narrowAddress(channelNarrow(channel.stream_id), namesOf(store.get()))}
          isFaded={channel.subscription?.is_muted}
        >
          <span style={{ color: channel.subscription?.color }} className="channel-mark">
            <ChannelIcon channel={channel} />
          </span>
          <bdi>{channel.name}</bdi>
          <UnreadCount count={count} />
        </SidebarLink>
        <MoreButton subject={{ kind: 'channel', channelId: channel.stream_id }} name={channel.name} />
      </div>
      {isOpen && <Topics channel={channel} />}
    </li>
  );
}

function sectionTitle({ key, name }: ChannelSection, isAlone: boolean): string {
  if (name !== undefined) return name;
  if (key === 'pinned') return t('channels.pinned');
  return isAlone ? t('channels.title') : t('channels.others');
}

/** A section with its channels; folded it keeps the open channel in sight. */
function Section({ section, isAlone, openId }: { section: ChannelSection; isAlone: boolean; openId: number }) {
  const isFolded = useSlice(foldedInSidebar, (keys) => keys.includes(section.key));
  const all = channelsInOrder([section]);
  const sum = useClientState((state) =>
    all.reduce((count, { stream_id }) => count + channelCounts(state, stream_id).counting, 0),
  );
  const title = sectionTitle(section, isAlone);
  const rows = all.filter(({ stream_id }) => !isFolded || stream_id === openId);
  return (
    <>
      <h2 className="sidebar-heading">
        <button
          type="button"
          className="section-toggle"
          aria-expanded={!isFolded}
          onClick={() => toggleFolded(foldedInSidebar, section.key)}
        >
          <bdi>{title}</bdi>
          {isFolded && <UnreadCount count={sum} />}
        </button>
        <MoreButton
          subject={{
            kind: 'section',
            sectionKey: section.key,
            folderId: section.folderId,
            channelIds: all.map(({ stream_id }) => stream_id),
          }}
          name={title}
        />
      </h2>
      <ul>
        {rows.map((channel) => (
          <ChannelRow key={channel.stream_id} channel={channel} isOpen={channel.stream_id === openId} />
        ))}
      </ul>
    </>
  );
}

/** Subscribed channels: the pinned, those of folders, and the rest (web-details.md A.2). */
function Channels() {
  const channels = useClientState((state) => state.channels);
  const folders = useClientState((state) => state.folders);
  const settings = useClientState((state) => state.settings);
  const sections = useMemo(() => channelSections({ channels, folders, settings }), [channels, folders, settings]);
  const openId = useSlice(hash, (current) => Number(/^#narrow\/(?:channel|stream)\/(\d+)/.exec(current)?.[1]));
  return sections.map((section) => (
    <Section key={section.key} section={section} isAlone={sections.length === 1} openId={openId} />
  ));
}

/** Ways to channels that are not in the list. */
function MoreChannels() {
  const more = useClientState(
    (state) => [...state.channels.values()].filter((channel) => !channel.isSubscribed && !channel.is_archived).length,
  );
  const canCreate = useClientState((state) => privaciesToMake(state).length > 0);
  return (
    <ul className="sidebar-footer">
      <li>
        <a className="sidebar-link" href={more > 0 ? '#channels/available' : '#channels/subscribed'}>
          <Compass size="1em" aria-hidden="true" /> {t('channels.browse', { count: more })}
        </a>
      </li>
      {canCreate && (
        <li>
          <a className="sidebar-link" href="#channels/new">
            <Plus size="1em" aria-hidden="true" /> {t('channels.create')}
          </a>
        </li>
      )}
    </ul>
  );
}

/** The ways to views, people and channels. */
export function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  const close = (event: { target: EventTarget }): void => {
    if (event.target instanceof Element && event.target.closest('a')) onNavigate();
  };
  return (
    <nav className="sidebar" aria-label={t('sidebar.title')} onClick={close}>
      <Views />
      <h2>{t('directs.title')}</h2>
      <Directs />
      <Channels />
      <MoreChannels />
    </nav>
  );
}
