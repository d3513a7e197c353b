import { EllipsisVertical } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { VList } from 'virtua';
import { namesOf, useClient, useClientState } from '../../client/client';
import { goTo } from '../../client/location';
import { narrowAddress } from '../../narrow/address';
import { type Narrow, directNarrow } from '../../narrow/terms';
import { channelSettingsAddress } from '../../parts/addresses';
import { UnreadCount } from '../../parts/count';
import { dayStart, lastActiveWords } from '../../parts/last-active';
import { loadSubscribers } from '../../parts/load-subscribers';
import { openCard } from '../../parts/people-cards';
import { type PeopleSection, channelOf, participantsOf, peopleSections } from '../../parts/people-sections';
import { PresenceMark } from '../../parts/presence-mark';
import { StatusEmoji } from '../../parts/status-emoji';
import { ofParts } from '../../store/of-parts';
import { lastActiveText } from '../../store/presence';
import type { Channel, State } from '../../store/state';
import { directCount } from '../../store/unread-counts';
import { userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';
import { Avatar } from '../../ui/avatar';
import { IconButton } from '../../ui/button';
import { FilterField } from '../../ui/filter-field';
import { useRowWalking } from '../../ui/use-row-walking';
import { PeopleMenu } from './people-menu';
import { PeopleStyle } from './people-style';
import './people.css';

const TOOLTIP_PARTS = ['users', 'userId', 'presences', 'presenceTime', 'statuses', 'settings', 'organization'] as const;

function tooltipOf(state: Pick<State, (typeof TOOLTIP_PARTS)[number]>, userId: number): string {
  const last = lastActiveText(state, userId, dayStart());
  const words = last ? lastActiveWords(last) : '';
  return [userOf(state, userId).full_name, state.statuses.get(userId)?.status_text, words].filter(Boolean).join('\n');
}

const Person = memo(function Person({ userId }: { userId: number }) {
  const { store } = useClient();
  const user = useClientState((state) => userOf(state, userId));
  const isOwn = useClientState((state) => state.userId === userId);
  const style = useClientState((state) => state.settings.user_list_style);
  const marksGuests = useClientState((state) => state.organization.realm_enable_guest_user_indicator);
  const statusText = useClientState((state) => state.statuses.get(userId)?.status_text);
  const unread = useClientState((state) => directCount(state, String(userId)));
  const tooltip = useClientState(useMemo(() => ofParts(TOOLTIP_PARTS, (state) => tooltipOf(state, userId)), [userId]));
  const href = narrowAddress(directNarrow([userId]), namesOf(store.get()));
  return (
    <div className="person" data-row>
      <a href={href} title={tooltip}>
        {style === PeopleStyle.WithPicture && (
          <Avatar userId={userId} name={user.full_name} url={user.avatar_url} size={1.75} />
        )}
        <PresenceMark userId={userId} />
        <span className="person-words">
          <span className="person-name">
            <bdi>{user.full_name}</bdi>
            {isOwn && <span className="person-note">{tp('people.you')}</span>}
            {user.is_guest && marksGuests && <span className="person-note">{tp('people.guest')}</span>}
            <StatusEmoji userId={userId} />
          </span>
          {style !== PeopleStyle.Compact && statusText && <bdi className="person-status">{statusText}</bdi>}
        </span>
        <UnreadCount count={unread} />
      </a>
      <IconButton
        label={tp('card.about', { name: user.full_name })}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => openCard.set({ kind: 'user', id: userId, anchor: currentTarget })}
      >
        <EllipsisVertical size="1rem" aria-hidden="true" />
      </IconButton>
    </div>
  );
});

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, position) => id === b[position]);
}

const NONE: readonly number[] = [];

/** Who is listed; made anew only when something that decides it has changed. */
function useSections(narrow: Narrow | undefined, typed: string): readonly PeopleSection[] {
  const client = useClient();
  const participants = useClientState((state) => (narrow ? participantsOf(state, narrow) : NONE), isSameList);
  const channelId = narrow && channelOf(narrow);
  const subscribers = useClientState((state) =>
    channelId === undefined ? undefined : state.subscribers.get(channelId),
  );
  useEffect(() => {
    if (channelId !== undefined) void loadSubscribers(client, channelId);
  }, [client, channelId]);
  const users = useClientState((state) => state.users);
  const userId = useClientState((state) => state.userId);
  const mutedUsers = useClientState((state) => state.mutedUsers);
  const presences = useClientState((state) => state.presences);
  const presenceTime = useClientState((state) => state.presenceTime);
  const settings = useClientState((state) => state.settings);
  const organization = useClientState((state) => state.organization);
  return useMemo(
    () =>
      peopleSections(
        { users, userId, mutedUsers, presences, presenceTime, settings, organization },
        { participants, subscribers, typed },
      ),
    [users, userId, mutedUsers, presences, presenceTime, settings, organization, participants, subscribers, typed],
  );
}

type Row = { kind: 'title'; section: PeopleSection } | { kind: 'person'; userId: number };

/** What the people of a section have in common; those of a channel are all in its settings. */
function Heading({ section, channel }: { section: PeopleSection; channel: Channel | undefined }) {
  return (
    <h2 className="people-heading">
      {tp(`people.${section.key}`)} <span>{section.userIds.length}</span>
      {section.key === 'channel' && channel && (
        <a href={channelSettingsAddress(channel, 'subscribers')}>{tp('people.allSubscribers')}</a>
      )}
    </h2>
  );
}

function Rows({ sections, channel }: { sections: readonly PeopleSection[]; channel: Channel | undefined }) {
  // Alone it needs no name: everybody is in it.
  const isTitled = sections.length > 1 || sections[0]?.key !== 'others';
  const rows = sections.flatMap((section): Row[] => [
    ...(isTitled ? [{ kind: 'title' as const, section }] : []),
    ...section.userIds.map((userId) => ({ kind: 'person' as const, userId })),
  ]);
  return (
    <VList data={rows} className="long-list people-rows">
      {(row) =>
        row.kind === 'person' ? (
          <Person key={row.userId} userId={row.userId} />
        ) : (
          <Heading key={row.section.key} section={row.section} channel={channel} />
        )
      }
    </VList>
  );
}

interface PeopleListProps {
  /** The narrow that the view shows. */
  narrow?: Narrow;
  /** Takes the focus of the filter whenever it grows. */
  wanted: number;
  /** Somebody was chosen. */
  onNavigate: () => void;
}

/** Who is there, and the way to everybody (web-details.md A.3). */
export default memo(function PeopleList({ narrow, wanted, onNavigate }: PeopleListProps) {
  const { store } = useClient();
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { onKeyDown } = useRowWalking(box);
  const sections = useSections(narrow, typed);
  const channelId = narrow && channelOf(narrow);
  const channel = useClientState((state) => (channelId === undefined ? undefined : state.channels.get(channelId)));
  useEffect(() => {
    if (wanted > 0) input.current?.focus();
  }, [wanted]);
  const openFirst = (): void => {
    const first = sections[0]?.userIds[0];
    if (first === undefined) return;
    goTo(narrowAddress(directNarrow([first]), namesOf(store.get())));
    setTyped('');
    onNavigate();
  };
  return (
    <div
      ref={box}
      className="people-list"
      onKeyDown={onKeyDown}
      onClick={({ target }) => target instanceof Element && target.closest('a') && onNavigate()}
    >
      <div className="people-tools">
        <FilterField ref={input} label={tp('people.filter')} value={typed} onChange={setTyped} onEnter={openFirst} />
        <PeopleMenu />
      </div>
      {sections.length === 0 ? (
        <p className="people-nobody" role="status">
          {tp('people.nobody')}
        </p>
      ) : (
        <Rows sections={sections} channel={channel} />
      )}
    </div>
  );
});
