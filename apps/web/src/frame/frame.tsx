import { LogOut, Menu } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useClient, useClientState } from '../client/client';
import { titleCount } from '../store/unread-badges';
import { userOf } from '../store/users';
import { t } from '../strings/strings';
import { Avatar } from '../ui/avatar';
import { IconButton } from '../ui/button';
import { Notices } from './notices';
import { Sidebar } from './sidebar';
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

function TopBar({ heading, onMenu, isMenuOpen }: { heading: ReactNode; onMenu: () => void; isMenuOpen: boolean }) {
  const { signOut } = useClient();
  const own = useClientState((state) => userOf(state, state.userId));
  return (
    <header className="top-bar">
      <IconButton className="sidebar-toggle" label={t('frame.menu')} aria-expanded={isMenuOpen} onClick={onMenu}>
        <Menu size="1.25rem" aria-hidden="true" />
      </IconButton>
      <h1>{heading}</h1>
      <span className="own-account">
        <Avatar userId={own.user_id} name={own.full_name} url={own.avatar_url} size={1.75} />
        <span className="own-name">{own.full_name}</span>
      </span>
      <IconButton label={t('frame.signOut')} onClick={() => void signOut()}>
        <LogOut size="1.125rem" aria-hidden="true" />
      </IconButton>
    </header>
  );
}

/** What stands around every view: the bar on top, the ways to everything else at the side. */
export function Frame({ title, heading, banner, children }: FrameProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  useDocumentTitle(title);
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
    </div>
  );
}

/** The address stays: the part after `#` is the view's. */
function focusMain(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById('main-view')?.focus();
}
