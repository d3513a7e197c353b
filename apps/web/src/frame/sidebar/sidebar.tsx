import { ArrowLeft, Compass, Plus } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { useCommands } from '../../client/commands';
import { hash } from '../../client/location';
import { privaciesToMake } from '../../store/channel-permissions';
import { useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { FilterField } from '../../ui/filter-field';
import { useNext } from '../../ui/late';
import { useRowWalking } from '../../ui/use-row-walking';
import { openConversation } from '../open-conversation';
import { ChannelRows } from './channel-rows';
import { AllDirects, DirectRows } from './direct-rows';
import { AllTopics } from './topic-rows';
import { ViewLinks } from './view-links';
import './sidebar.css';

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

/** A list that takes the whole sidebar: topics of a channel while that is open, or direct conversations. */
type Zoomed = { kind: 'topics'; channelId: number } | { kind: 'directs' };

interface ListsProps {
  typed: string;
  /** The channels, which are many, are drawn too. */
  hasChannels: boolean;
  zoomed: Zoomed | undefined;
  onZoom: (zoomed: Zoomed | undefined) => void;
}

const Lists = memo(function Lists({ typed, hasChannels, zoomed, onZoom }: ListsProps) {
  const channelId = zoomed?.kind === 'topics' ? zoomed.channelId : undefined;
  const channel = useClientState((state) => (channelId === undefined ? undefined : state.channels.get(channelId)));
  const showTopics = useCallback((id: number) => onZoom({ kind: 'topics', channelId: id }), [onZoom]);
  if (zoomed) {
    return (
      <>
        <button type="button" className="sidebar-link sidebar-more" onClick={() => onZoom(undefined)}>
          <ArrowLeft className="icon mirrored" size="1em" aria-hidden="true" /> {t('sidebar.back')}
        </button>
        <h2>{channel ? <bdi>{channel.name}</bdi> : t('directs.title')}</h2>
        {channel ? <AllTopics channel={channel} typed={typed} /> : <AllDirects typed={typed} />}
      </>
    );
  }
  return (
    <>
      <ViewLinks typed={typed} />
      <DirectRows typed={typed} onAll={() => onZoom({ kind: 'directs' })} />
      {hasChannels && <ChannelRows typed={typed} onTopics={showTopics} />}
      {hasChannels && typed === '' && <MoreChannels />}
    </>
  );
});

function filterLabel(zoomed: Zoomed | undefined): string {
  if (!zoomed) return t('sidebar.filter');
  return t(zoomed.kind === 'topics' ? 'sidebar.filterTopics' : 'sidebar.filterDirects');
}

/** What is zoomed; topics are so only as long as their channel is open. */
function useZoomed() {
  const { store } = useClient();
  const [wanted, setWanted] = useState<Zoomed>();
  const openId = useSlice(hash, (address) => openConversation(store.get(), address).channelId);
  const zoomed = wanted?.kind === 'topics' && wanted.channelId !== openId ? undefined : wanted;
  return [zoomed, setWanted] as const;
}

interface SidebarProps {
  /** The filter was asked for by its key: the sidebar shall be seen. */
  onWanted: () => void;
  onNavigate: () => void;
}

/** The ways to views, people and channels (web-details.md A.2). */
export function Sidebar({ onWanted, onNavigate }: SidebarProps) {
  const [typed, setTyped] = useState('');
  const [wanted, setFilterWanted] = useState(0);
  const [zoomed, setZoomed] = useZoomed();
  const hasChannels = useNext();
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { onKeyDown } = useRowWalking(box);
  useCommands({
    filterSidebar: () => {
      onWanted();
      setFilterWanted((count) => count + 1);
    },
  });
  useEffect(() => {
    if (wanted > 0) input.current?.focus();
  }, [wanted]);
  const zoom = useCallback(
    (next: Zoomed | undefined): void => {
      setTyped('');
      setZoomed(next);
      input.current?.focus();
    },
    [setZoomed],
  );
  const navigate = (event: { target: EventTarget }): void => {
    if (!(event.target instanceof Element) || !event.target.closest('a, [data-leads]')) return;
    if (!zoomed) setTyped('');
    onNavigate();
  };
  const isFiltering = typed.trim() !== '';
  return (
    <nav
      id="sidebar"
      className="sidebar"
      ref={box}
      aria-label={t('sidebar.title')}
      onClick={navigate}
      // Elsewhere than in a filtered list, arrows belong to the messages.
      onKeyDown={(event: KeyboardEvent) => isFiltering && onKeyDown(event)}
    >
      <FilterField
        ref={input}
        className="sidebar-filter"
        label={filterLabel(zoomed)}
        value={typed}
        onChange={setTyped}
        onEnter={() => box.current?.querySelector<HTMLElement>('[data-row]')?.click()}
      />
      <Lists typed={typed.trim()} hasChannels={hasChannels} zoomed={zoomed} onZoom={zoom} />
      {isFiltering && (
        <p className="sidebar-none" role="status">
          {t('sidebar.none')}
        </p>
      )}
    </nav>
  );
}
