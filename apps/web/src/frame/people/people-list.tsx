import { EllipsisVertical, UserPlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { VList } from 'virtua';
import { namesOf, useClient, useClientState } from '../../client/client';
import { goTo } from '../../client/location';
import { narrowAddress } from '../../narrow/address';
import { type Narrow, directNarrow } from '../../narrow/terms';
import { UnreadCount } from '../../parts/count';
import { dayStart, lastActiveWords } from '../../parts/last-active';
import { loadSubscribers } from '../../parts/load-subscribers';
import { openCard } from '../../parts/people-cards';
import { type PeopleSection, channelOf, participantsOf, peopleSections } from '../../parts/people-sections';
import { PresenceMark } from '../../parts/presence-mark';
import { StatusEmoji } from '../../parts/status-emoji';
import { mayInvite } from '../../store/invitation-permissions';
import { lastActiveText } from '../../store/presence';
import type { State } from '../../store/state';
import { directCount } from '../../store/unread-counts';
import { userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';
import { Avatar } from '../../ui/avatar';
import { IconButton } from '../../ui/button';
import { FilterField } from '../../ui/filter-field';
import { useRowWalking } from '../../ui/use-row-walking';
import './people.css';

const Style = { Compact: 1, WithStatus: 2, WithPicture: 3 } as const;

function tooltipOf(state: State, userId: number): string {
  const last = lastActiveText(state, userId, dayStart());
  const words = last ? lastActiveWords(last) : '';
  return [userOf(state, userId).full_name, state.statuses.get(userId)?.status_text, words].filter(Boolean).join('\n');
}

function Person({ userId }: { userId: number }) {
  const { store } = useClient();
  const user = useClientState((state) => userOf(state, userId));
  const isOwn = useClientState((state) => state.userId === userId);
  const style = useClientState((state) => state.settings.user_list_style);
  const marksGuests = useClientState((state) => state.organization.realm_enable_guest_user_indicator);
  const statusText = useClientState((state) => state.statuses.get(userId)?.status_text);
  const unread = useClientState((state) => directCount(state, String(userId)));
  const tooltip = useClientState((state) => tooltipOf(state, userId));
  const href = narrowAddress(directNarrow([userId]), namesOf(store.get()));
  return (
    <div className="person" data-row>
      <a href={href} title={tooltip}>
        {style === Style.WithPicture && (
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
          {style !== Style.Compact && statusText && <bdi className="person-status">{statusText}</bdi>}
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
}

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

function Rows({ sections }: { sections: readonly PeopleSection[] }) {
  // Alone it needs no name: everybody is in it.
  const isTitled = sections.length > 1 || sections[0]?.key !== 'others';
  const rows = sections.flatMap((section): Row[] => [
    ...(isTitled ? [{ kind: 'title' as const, section }] : []),
    ...section.userIds.map((userId) => ({ kind: 'person' as const, userId })),
  ]);
  return (
    <VList data={rows} className="people-rows">
      {(row) =>
        row.kind === 'person' ? (
          <Person key={row.userId} userId={row.userId} />
        ) : (
          <h2 key={row.section.key} className="people-heading">
            {tp(`people.${row.section.key}`)} <span>{row.section.userIds.length}</span>
          </h2>
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
export default function PeopleList({ narrow, wanted, onNavigate }: PeopleListProps) {
  const { store } = useClient();
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { onKeyDown } = useRowWalking(box);
  const sections = useSections(narrow, typed);
  const isInviting = useClientState(mayInvite);
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
      <FilterField ref={input} label={tp('people.filter')} value={typed} onChange={setTyped} onEnter={openFirst} />
      {sections.length === 0 ? (
        <p className="people-nobody" role="status">
          {tp('people.nobody')}
        </p>
      ) : (
        <Rows sections={sections} />
      )}
      {isInviting && (
        <a className="people-invite" href="#invite">
          <UserPlus size="1em" aria-hidden="true" /> {tp('invite.title')}
        </a>
      )}
    </div>
  );
}
