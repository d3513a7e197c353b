import { type ReactNode, useEffect, useState } from 'react';
import { useClientState } from '../client/client';
import { titleCount } from '../store/unread-badges';
import { t } from '../strings/strings';
import { Notices } from './notices';
import { HelpDialog } from './help/help-dialog';
import { useKeyboard } from './keyboard';
import { useNavigationCommands } from './navigation-commands';
import { Palettes } from './palette/palettes';
import { Sidebar } from './sidebar';
import { TopBar } from './top-bar';
import './frame.css';

interface FrameProps {
  /** What the view is called, for the bar and the window's title. */
  title: string;
  heading: ReactNode;
  banner?: ReactNode;
  children: ReactNode;
}

/** `(3) view - organization`, as the tab shows it. */
function useDocumentTitle(title: string): void {
  const organization = useClientState((state) => state.organization.realm_name);
  const count = useClientState(titleCount);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} - ${organization} - ${t('app.name')}`;
  }, [title, organization, count]);
}

/** What stands around every view: the bar on top, the ways to everything else at the side. */
export function Frame({ title, heading, banner, children }: FrameProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  useDocumentTitle(title);
  useKeyboard();
  useNavigationCommands();
  return (
    <div className="frame" data-menu={isMenuOpen || undefined}>
      <a className="skip-link" href="#main-view" onClick={(event) => focusMain(event)}>
        {t('frame.skip')}
      </a>
      <TopBar heading={heading} isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} />
      {banner}
      <div className="panes">
        <Sidebar onNavigate={() => setMenuOpen(false)} />
        <main id="main-view" tabIndex={-1} aria-label={title}>
          {children}
        </main>
      </div>
      <Notices />
      <HelpDialog />
      <Palettes />
    </div>
  );
}

/** The address stays: the part after `#` is the view's. */
function focusMain(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById('main-view')?.focus();
}
