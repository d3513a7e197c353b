import { CircleHelp, Menu, Search, Settings, Users } from 'lucide-react';
import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { useClientState } from '../client/client';
import { useCommands } from '../client/commands';
import { withPeopleTexts } from '../parts/with-people-texts';
import { userOf } from '../store/users';
import { t } from '../strings/strings';
import { Avatar } from '../ui/avatar';
import { IconButton } from '../ui/button';
import { Brand } from './brand';
import type { PeoplePane } from './people/people-pane';

const SearchBar = lazy(async () => ({ default: (await import('./search/search-bar')).SearchBar }));

/** Opens the search; until it is loaded nothing moves. */
function SearchPart() {
  const [isOpen, setOpen] = useState(false);
  useCommands({ search: () => setOpen(true) });
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-label={t('search.open')}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="/"
      >
        <Search size="1.125rem" aria-hidden="true" />
        <span>{t('search.open')}</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <SearchBar onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface LazyMenuProps {
  className: string;
  label: string;
  picture: ReactNode;
  Opened: ComponentType<{ trigger: ReactElement }>;
}

/** A button whose menu is loaded when it is asked for first. */
function LazyMenu({ className, label, picture, Opened }: LazyMenuProps) {
  const [isAsked, setAsked] = useState(false);
  const button = (
    <IconButton className={className} label={label} aria-haspopup="menu" onClick={() => setAsked(true)}>
      {picture}
    </IconButton>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <Opened trigger={button} />
    </Suspense>
  );
}

const HelpMenu = lazy(() => import('./help-menu'));
const GearMenu = lazy(() => import('./gear-menu'));
const PersonalMenu = lazy(() => withPeopleTexts(import('./personal-menu')));

/** Who is signed in; the menu is loaded when it is asked for. */
function OwnAccount() {
  const own = useClientState((state) => userOf(state, state.userId));
  const [isAsked, setAsked] = useState(false);
  const button = (
    <button type="button" className="own-account" aria-haspopup="menu" onClick={() => setAsked(true)}>
      <Avatar userId={own.user_id} name={own.full_name} url={own.avatar_url} size={1.75} />
      <span className="own-name">{own.full_name}</span>
      <span className="visually-hidden">{t('frame.personalMenu')}</span>
    </button>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <PersonalMenu trigger={button} />
    </Suspense>
  );
}

interface TopBarProps {
  heading: ReactNode;
  /** What stands beside it. */
  tools: ReactNode;
  onMenu: () => void;
  isMenuOpen: boolean;
  people: PeoplePane;
}

/** What the view is called, and what is wanted from everywhere. */
export function TopBar({ heading, tools, onMenu, isMenuOpen, people }: TopBarProps) {
  return (
    <header className="top-bar">
      <IconButton className="sidebar-toggle" label={t('frame.menu')} aria-expanded={isMenuOpen} onClick={onMenu}>
        <Menu size="1.25rem" aria-hidden="true" />
      </IconButton>
      <Brand />
      <h1>{heading}</h1>
      <div className="title-tools">{tools}</div>
      <SearchPart />
      <IconButton
        className="people-toggle"
        label={people.isOpen ? t('people.hide') : t('people.show')}
        aria-expanded={people.isOpen}
        onClick={() => people.setOpen(!people.isOpen)}
      >
        <Users size="1.125rem" aria-hidden="true" />
      </IconButton>
      <LazyMenu
        className="help-button"
        label={t('frame.helpMenu')}
        picture={<CircleHelp size="1.125rem" aria-hidden="true" />}
        Opened={HelpMenu}
      />
      <LazyMenu
        className="gear-button"
        label={t('frame.gearMenu')}
        picture={<Settings size="1.125rem" aria-hidden="true" />}
        Opened={GearMenu}
      />
      <OwnAccount />
    </header>
  );
}
