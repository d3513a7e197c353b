import { Bot, MessagesSquare, User, Users } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useClient, useClientState } from '../../client/client';
import { runCommand } from '../../client/commands';
import { hash } from '../../client/location';
import { directAddress } from '../../parts/addresses';
import { UnreadCount } from '../../parts/count';
import { peopleText } from '../../parts/people-text';
import { PresenceMark } from '../../parts/presence-mark';
import { StatusEmoji } from '../../parts/status-emoji';
import { matchesText } from '../../parts/text-match';
import { type DirectKey, usersOf } from '../../store/conversation';
import { useSlice } from '../../store/store';
import { directCount, unreadCounts } from '../../store/unread-counts';
import { userOf } from '../../store/users';
import { t } from '../../strings/strings';
import { useGrowingLimit } from '../../ui/use-growing-limit';
import { MoreButton } from '../../views/channels/menus/more-button';
import { openConversation } from '../open-conversation';
import { BeginButton } from './begin-button';
import { SectionToggle, useFolded } from './section-toggle';
import { directsInOrder, shownDirects } from './shown-rows';
import { SidebarLink } from './sidebar-link';

const DirectRow = memo(function DirectRow({ directKey }: { directKey: DirectKey }) {
  const address = useClientState((state) => directAddress(state, directKey));
  const userIds = usersOf(directKey);
  const [userId] = userIds;
  const name = useClientState((state) => peopleText(state, userIds));
  const unread = useClientState((state) => directCount(state, directKey));
  const isBot = useClientState((state) => userId !== undefined && userOf(state, userId).is_bot);
  const isAlone = userIds.length === 1 && userId !== undefined;
  const isOwn = useClientState((state) => userId === state.userId);
  const Icon = !isAlone ? Users : isBot ? Bot : User;
  return (
    <li>
      <div className="sidebar-row">
        <SidebarLink href={address}>
          {isAlone && !isBot && !isOwn ? (
            <span className="icon presence-place">
              <PresenceMark userId={userId} />
            </span>
          ) : (
            <Icon className="icon" size="1em" aria-hidden="true" />
          )}
          <bdi>{name}</bdi>
          {isAlone && <StatusEmoji userId={userId} />}
          <UnreadCount count={unread} />
        </SidebarLink>
        <MoreButton subject={{ kind: 'direct', key: directKey }} name={name} />
      </div>
    </li>
  );
});

/** The slices that decide which conversations there are. */
function useDirects() {
  const recentDirects = useClientState((state) => state.recentDirects);
  const unreadDirects = useClientState((state) => state.unreadDirects);
  const mutedUsers = useClientState((state) => state.mutedUsers);
  return useMemo(() => ({ recentDirects, unreadDirects, mutedUsers }), [recentDirects, unreadDirects, mutedUsers]);
}

/** Conversations that have the words typed in the names of their people. */
function useMatching(keys: readonly DirectKey[], typed: string): readonly DirectKey[] {
  const users = useClientState((state) => state.users);
  const userId = useClientState((state) => state.userId);
  return useMemo(
    () => (typed === '' ? keys : keys.filter((key) => matchesText(typed, peopleText({ users, userId }, usersOf(key))))),
    [keys, typed, users, userId],
  );
}

/** What this browser remembers of the section being folded. */
const SECTION = 'directs';

/** The newest direct conversations; while one filters, all that fit. */
export function DirectRows({ typed, onAll }: { typed: string; onAll: () => void }) {
  const { store } = useClient();
  const directs = useDirects();
  const isFolded = useFolded(SECTION) && typed === '';
  const unread = useClientState((state) => unreadCounts(state).directs);
  const open = useSlice(hash, (address) => openConversation(store.get(), address).direct);
  const all = useMemo(() => directsInOrder(directs), [directs]);
  const few = useMemo(() => shownDirects(directs, open), [directs, open]);
  const rows = useMatching(typed === '' ? few : all, typed);
  const [limit, end] = useGrowingLimit(rows.length);
  if (typed !== '' && rows.length === 0) return null;
  return (
    <>
      <SectionToggle sectionKey={SECTION} title={t('directs.title')} unread={unread}>
        <BeginButton label={t('compose.newDirectMessage')} onClick={() => runCommand('newDirectMessage')} />
      </SectionToggle>
      <ul>
        {rows
          .filter((key, position) => (isFolded ? key === open : position < limit))
          .map((key) => (
            <DirectRow key={key} directKey={key} />
          ))}
        <li ref={end} aria-hidden="true" />
        {typed === '' && !isFolded && (
          <>
            {all.length > few.length && (
              <li>
                <button type="button" className="sidebar-link sidebar-more" onClick={onAll}>
                  {t('sidebar.moreDirects')}
                </button>
              </li>
            )}
            <li>
              <SidebarLink href="#narrow/is/dm">
                <MessagesSquare size="1em" aria-hidden="true" /> {t('directs.all')}
              </SidebarLink>
            </li>
          </>
        )}
      </ul>
    </>
  );
}

/** Every direct conversation, those of muted people, too. */
export function AllDirects({ typed }: { typed: string }) {
  const directs = useDirects();
  const rows = useMatching(
    useMemo(() => directsInOrder(directs), [directs]),
    typed,
  );
  const [limit, end] = useGrowingLimit(rows.length);
  return (
    <ul aria-label={t('directs.title')}>
      {rows.slice(0, limit).map((key) => (
        <DirectRow key={key} directKey={key} />
      ))}
      <li ref={end} aria-hidden="true" />
    </ul>
  );
}
