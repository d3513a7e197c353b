import {
  AlarmClock,
  AtSign,
  CalendarClock,
  Clock,
  Inbox,
  List,
  type LucideIcon,
  PenLine,
  SmilePlus,
  Star,
} from 'lucide-react';
import { type ComponentType, Suspense, lazy } from 'react';
import { useClientState } from '../../client/client';
import { UnreadCount } from '../../parts/count';
import { matchesText } from '../../parts/text-match';
import type { State } from '../../store/state';
import { unreadCounts } from '../../store/unread-counts';
import { t } from '../../strings/strings';
import type { MenuView } from '../../views/channels/menus/menu-subject';
import { MoreButton } from '../../views/channels/menus/more-button';
import { SectionToggle, useFolded } from './section-toggle';
import { SidebarLink } from './sidebar-link';

interface View {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly title: () => string;
  readonly unread?: (state: State) => number;
  /** A number that asks for nothing. */
  readonly quiet?: (state: State) => number;
  /** Shows such a number of what the state does not hold. */
  readonly Count?: ComponentType;
  /** What its menu is about. */
  readonly menu?: MenuView;
  /** Whether there is nothing in it, and no need of a way there; absent = it is always shown. */
  readonly isEmpty?: (state: State) => boolean;
}

/** Everything that counts, beside the view that is home, where the user wants to see it. */
function homeCount(state: State, view: string): number {
  const { web_home_view: home, web_left_sidebar_unreads_count_summary: isShown } = state.settings;
  return isShown && home === view ? unreadCounts(state).home : 0;
}

const VIEWS: readonly View[] = [
  {
    ...{ href: '#inbox', icon: Inbox, menu: 'inbox' },
    title: () => t('inbox.title'),
    unread: (state) => homeCount(state, 'inbox'),
  },
  {
    ...{ href: '#recent', icon: Clock, menu: 'recent' },
    title: () => t('recent.title'),
    unread: (state) => homeCount(state, 'recent'),
  },
  {
    ...{ href: '#feed', icon: List, menu: 'all_messages' },
    title: () => t('feed.title'),
    unread: (state) => homeCount(state, 'all_messages'),
  },
  {
    ...{ href: '#narrow/is/mentioned', icon: AtSign },
    title: () => t('mentions.title'),
    unread: (state) => unreadCounts(state).mentions,
  },
  { href: '#narrow/has/reaction/sender/me', icon: SmilePlus, title: () => t('reactions.title') },
  {
    ...{ href: '#narrow/is/starred', icon: Star, menu: 'starred' },
    title: () => t('starred.title'),
    quiet: (state) => (state.settings.starred_message_counts ? state.starred.size : 0),
  },
  {
    ...{ href: '#drafts', icon: PenLine, menu: 'drafts', Count: lazy(() => import('../../compose/draft-count')) },
    title: () => t('drafts.title'),
  },
  {
    ...{ href: '#scheduled', icon: CalendarClock },
    title: () => t('scheduled.title'),
    quiet: (state) => state.scheduled.size,
    isEmpty: (state) => state.scheduled.size === 0,
  },
  {
    ...{ href: '#reminders', icon: AlarmClock },
    title: () => t('reminders.title'),
    quiet: (state) => state.reminders.size,
    isEmpty: (state) => state.reminders.size === 0,
  },
];

function ViewRow({ view, isIcon }: { view: View; isIcon: boolean }) {
  const unread = useClientState((state) => view.unread?.(state) ?? 0);
  const quiet = useClientState((state) => view.quiet?.(state) ?? 0);
  const isEmpty = useClientState((state) => view.isEmpty?.(state) ?? false);
  const { icon: Icon, Count } = view;
  if (isEmpty) return null;
  const title = view.title();
  if (isIcon) {
    const label = unread > 0 ? `${title} (${t('unread.count', { count: unread })})` : title;
    return (
      <li>
        <SidebarLink href={view.href} label={label}>
          <Icon size="1.125em" aria-hidden="true" />
          {unread > 0 && <span className="unread-dot" aria-hidden="true" />}
        </SidebarLink>
      </li>
    );
  }
  return (
    <li>
      <div className="sidebar-row">
        <SidebarLink href={view.href}>
          <Icon size="1em" aria-hidden="true" /> {title} <UnreadCount count={unread} />
          {quiet > 0 && <span className="quiet-count">{quiet}</span>}
          {Count && (
            <Suspense>
              <Count />
            </Suspense>
          )}
        </SidebarLink>
        {view.menu && <MoreButton subject={{ kind: 'view', view: view.menu }} name={title} />}
      </div>
    </li>
  );
}

/** What this browser remembers of the views being folded. */
const SECTION = 'views';

/** The views with their numbers; folded they are a row of icons. */
export function ViewLinks({ typed }: { typed: string }) {
  const isFolded = useFolded(SECTION);
  const shown = VIEWS.filter(({ title }) => matchesText(typed, title()));
  if (shown.length === 0) return null;
  const areIcons = isFolded && typed === '';
  return (
    <>
      {typed === '' && <SectionToggle sectionKey={SECTION} title={t('sidebar.views')} unread={0} />}
      <ul className={areIcons ? 'sidebar-icons' : undefined}>
        {shown.map((view) => (
          <ViewRow key={view.href} view={view} isIcon={areIcons} />
        ))}
      </ul>
    </>
  );
}
