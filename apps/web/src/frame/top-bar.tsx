import { CircleHelp, Menu, Settings, Users } from 'lucide-react';
import { type ComponentType, lazy, type ReactElement, type ReactNode, useState } from 'react';
import { useClientState } from '../client/client';
import { useCommands } from '../client/commands';
import { Opening } from '../parts/opening';
import { withPeopleTexts } from '../parts/with-people-texts';
import { userOf } from '../store/users';
import { t } from '../strings/strings';
import { Avatar } from '../ui/avatar';
import { IconButton } from '../ui/button';
import { Brand } from './brand';
import { type BarMenu, type BarMenuProps, WITHOUT_HELP, menuBeside } from './bar-menus';
import type { PeoplePane } from './people/people-pane';
import { SearchPart } from './search-part';

const MENUS: Readonly<Record<BarMenu, ComponentType<BarMenuProps>>> = {
  help: lazy(() => import('./help-menu')),
  gear: lazy(() => import('./gear-menu')),
  personal: lazy(() => withPeopleTexts(import('./personal-menu'))),
};

interface MenuPlace {
  name: BarMenu;
  /** The menu that is open. */
  open: BarMenu | undefined;
  onOpen: (menu: BarMenu | undefined) => void;
}

interface LazyMenuProps extends MenuPlace {
  /** The button; once the menu is there, that takes its presses. */
  button: (onClick: (() => void) | undefined) => ReactElement;
}

/** A button whose menu is loaded when it is asked for first. */
function LazyMenu({ name, open, onOpen, button }: LazyMenuProps) {
  const isOpen = open === name;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const drop = (): void => {
    setWasOpen(false);
    // Another one may have been asked for since.
    if (isOpen) onOpen(undefined);
  };
  const Opened = MENUS[name];
  return (
    <Opening button={button(() => onOpen(name))} isAsked={wasOpen} onDrop={drop}>
      <Opened
        trigger={button(undefined)}
        isOpen={isOpen}
        onOpenChange={(next) => {
          // One that closes after its neighbour has opened leaves that open.
          if (next || isOpen) onOpen(next ? name : undefined);
        }}
        onSideways={(step) => onOpen(menuBeside(name, step, { hasHelp: !matchMedia(WITHOUT_HELP).matches }))}
      />
    </Opening>
  );
}

interface PictureMenuProps extends MenuPlace {
  className: string;
  label: string;
  picture: ReactNode;
}

function PictureMenu({ className, label, picture, ...place }: PictureMenuProps) {
  return (
    <LazyMenu
      {...place}
      button={(onClick) => (
        <IconButton className={className} label={label} aria-haspopup="menu" onClick={onClick}>
          {picture}
        </IconButton>
      )}
    />
  );
}

/** Who is signed in. */
function OwnAccount(place: MenuPlace) {
  const own = useClientState((state) => userOf(state, state.userId));
  return (
    <LazyMenu
      {...place}
      button={(onClick) => (
        <button type="button" className="own-account" aria-haspopup="menu" onClick={onClick}>
          <Avatar userId={own.user_id} name={own.full_name} url={own.avatar_url} size={1.75} />
          <span className="own-name">{own.full_name}</span>
          <span className="visually-hidden">{t('frame.personalMenu')}</span>
        </button>
      )}
    />
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
  const [open, setOpen] = useState<BarMenu>();
  useCommands({ gearMenu: () => setOpen('gear') });
  const menus = { open, onOpen: setOpen };
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
      <PictureMenu
        {...menus}
        name="help"
        className="help-button"
        label={t('frame.helpMenu')}
        picture={<CircleHelp size="1.125rem" aria-hidden="true" />}
      />
      <PictureMenu
        {...menus}
        name="gear"
        className="gear-button"
        label={t('frame.gearMenu')}
        picture={<Settings size="1.125rem" aria-hidden="true" />}
      />
      <OwnAccount {...menus} name="personal" />
    </header>
  );
}
