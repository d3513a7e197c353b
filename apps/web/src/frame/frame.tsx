import type { ReactNode } from 'react';
import { runCommand } from '../client/commands';
import type { Narrow } from '../narrow/terms';
import { t } from '../strings/strings';
import { useCloseRequest } from '../ui/close-request';
import { FocusTooltip } from '../ui/focus-tooltip';
import { OpenConversationDialogs } from './conversation-dialogs';
import { Notices } from './notices';
import { HelpDialog } from './help/help-dialog';
import { useKeyboard } from './keyboard';
import { useNavigationCommands } from './navigation-commands';
import { Palettes } from './palette/palettes';
import { usePeoplePane } from './people/people-pane';
import { PeopleSidebar } from './people/people-sidebar';
import { Sidebar } from './sidebar/sidebar';
import { useSidebarPane } from './sidebar/sidebar-pane';
import { TopBar } from './top-bar';
import { useTabTitle } from './use-tab-title';
import './frame.css';

interface FrameProps {
  /** What the view is called, for the bar and the window's title. */
  title: string;
  heading: ReactNode;
  /** What can be done with what the view shows, beside its heading. */
  tools?: ReactNode;
  /** What the view shows, if it is messages. */
  narrow?: Narrow;
  banner?: ReactNode;
  children: ReactNode;
}

/** What stands around every view: the bar on top, the ways to everything else at the side. */
export function Frame({ title, heading, tools, narrow, banner, children }: FrameProps) {
  useTabTitle(title);
  const people = usePeoplePane();
  const sidebar = useSidebarPane();
  useCloseRequest(sidebar.isOver && sidebar.isOpen, () => sidebar.setOpen(false));
  useCloseRequest(people.kind === 'dialog' && people.isOpen, () => people.setOpen(false));
  useKeyboard();
  useNavigationCommands();
  return (
    <div
      className="frame"
      data-menu={(sidebar.isOver && sidebar.isOpen) || undefined}
      data-sidebar={sidebar.isOver || sidebar.isOpen ? undefined : 'hidden'}
    >
      <SkipLinks />
      <TopBar
        heading={heading}
        tools={tools}
        isMenuOpen={sidebar.isOpen}
        onMenu={() => sidebar.setOpen(!sidebar.isOpen)}
        people={people}
      />
      {banner}
      <div className="panes">
        <Sidebar onWanted={() => sidebar.setOpen(true)} onNavigate={() => sidebar.isOver && sidebar.setOpen(false)} />
        <main id="main-view" tabIndex={-1} aria-label={title}>
          {children}
        </main>
        <PeopleSidebar pane={people} narrow={narrow} />
      </div>
      <Notices />
      <FocusTooltip />
      <HelpDialog />
      <Palettes />
      <OpenConversationDialogs />
    </div>
  );
}

interface SkipLinkProps {
  /** The id of the place. */
  to: string;
  text: string;
  onGo: () => void;
}

/** A way past what stands around the view, for who walks by Tab. The address stays: the part after `#` is the view's. */
function SkipLink({ to, text, onGo }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        onGo();
      }}
    >
      {text}
    </a>
  );
}

function SkipLinks() {
  return (
    <div className="skip-links">
      <SkipLink to="main-view" text={t('frame.skip')} onGo={() => document.getElementById('main-view')?.focus()} />
      <SkipLink
        to="main-view"
        text={t('frame.skipToWriting')}
        onGo={() => runCommand('reply') || runCommand('newDirectMessage')}
      />
      <SkipLink to="sidebar" text={t('frame.skipToSidebar')} onGo={() => runCommand('filterSidebar')} />
    </div>
  );
}
