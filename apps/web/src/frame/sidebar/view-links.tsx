import {
  AlarmClock,
  AtSign,
  Bookmark,
  CalendarClock,
  Clock,
  Inbox,
  List,
  type LucideIcon,
  PenLine,
  SmilePlus,
  Star,
} from 'lucide-react';
import { type ComponentType, Suspense, lazy, useMemo } from 'react';
import { useClientState } from '../../client/client';
import { idle } from '../../client/when-idle';
import { UnreadCount, unreadText } from '../../parts/count';
import { foldedInSidebar, toggleFolded } from '../../parts/folded';
import { matchesText } from '../../parts/text-match';
import type { State } from '../../store/state';
import { unreadCounts } from '../../store/unread-counts';
import { languageInUse, t } from '../../strings/strings';
import type { MenuView } from '../../views/channels/menus/menu-subject';
import { MoreButton } from '../../views/channels/menus/more-button';
import { fragmentOf, isPlaced, namedViews } from './placed-views';
import { SectionToggle, useFolded } from './section-toggle';
import { SidebarLink } from './sidebar-link';

const DraftCount = lazy(async () => {
  await idle();
  return import('../../compose/draft-count');
});

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
  /** The user named it. */
  readonly isNamed?: boolean;
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
    ...{ href: '#drafts', icon: PenLine, menu: 'drafts', Count: DraftCount },
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
  const isLeast = useClientState((state) => state.oldUnreadsMissing);
  const isEmpty = useClientState((state) => view.isEmpty?.(state) ?? false);
  const { icon: Icon, Count } = view;
  if (isEmpty) return null;
  const title = view.title();
  if (isIcon) {
    const label = unread > 0 ? `${title} (${unreadText(unread, isLeast)})` : title;
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
          <Icon size="1em" aria-hidden="true" /> {title} <UnreadCount count={unread} isLeast={isLeast} />
          {quiet > 0 && <span className="quiet-count">{quiet}</span>}
          {Count && (
            <Suspense>
              <Count />
            </Suspense>
          )}
        </SidebarLink>
        <MoreButton
          subject={{ kind: 'view', fragment: fragmentOf(view.href), view: view.menu, isNamed: view.isNamed }}
          name={title}
        />
      </div>
    </li>
  );
}

/** What this browser remembers of the views being folded, and of those that the user took away. */
const SECTION = 'views';
const MORE = 'more views';

const OWN = VIEWS.map(({ href }) => fragmentOf(href));

/** The client's views and those that the user named. */
function useViews(): readonly View[] {
  const navigationViews = useClientState((state) => state.navigationViews);
  return useMemo(() => {
    const named = namedViews({ navigationViews }, OWN, languageInUse()).map(({ fragment, name }) => ({
      ...{ href: `#${fragment}`, icon: Bookmark, isNamed: true },
      title: () => name,
    }));
    return [...VIEWS, ...named];
  }, [navigationViews]);
}

function ViewList({ views, areIcons = false }: { views: readonly View[]; areIcons?: boolean }) {
  if (views.length === 0) return null;
  return (
    <ul className={areIcons ? 'sidebar-icons' : undefined}>
      {views.map((view) => (
        <ViewRow key={view.href} view={view} isIcon={areIcons} />
      ))}
    </ul>
  );
}

/** Views that the user took out of the list; folded unless they are wanted. */
function MoreViews({ views }: { views: readonly View[] }) {
  // Remembered is what was opened: at first they are away.
  const isOpen = useFolded(MORE);
  if (views.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="section-toggle more-views"
        aria-expanded={isOpen}
        onClick={() => toggleFolded(foldedInSidebar, MORE)}
      >
        {t('sidebar.moreViews')}
      </button>
      {isOpen && <ViewList views={views} />}
    </>
  );
}

/** The views with their numbers; folded they are a row of icons. */
export function ViewLinks({ typed }: { typed: string }) {
  const isFolded = useFolded(SECTION);
  const views = useViews();
  const navigationViews = useClientState((state) => state.navigationViews);
  if (typed !== '') return <ViewList views={views.filter(({ title }) => matchesText(typed, title()))} />;
  const isHere = ({ href }: View): boolean => isPlaced({ navigationViews }, fragmentOf(href));
  return (
    <>
      <SectionToggle sectionKey={SECTION} title={t('sidebar.views')} unread={0} />
      <ViewList views={views.filter(isHere)} areIcons={isFolded} />
      {!isFolded && <MoreViews views={views.filter((view) => !isHere(view))} />}
    </>
  );
}
