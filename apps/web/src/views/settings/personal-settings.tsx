import { AccountPage } from './account-page';
import { AlertWordsPage } from './alert-words-page';
import { BotsPage } from './bots-page';
import type { Section } from './fields';
import { MutedUsersPage } from './muted-users-page';
import { NOTIFICATION_TABLE } from './notification-table';
import { NotificationsPage } from './notifications-page';
import { NOTIFICATIONS, PREFERENCES, PRIVACY } from './personal-sections';
import { PreferencesPage } from './preferences-page';
import { ProfilePage } from './profile-page';
import { SettingsFrame, type SettingsPage } from './settings-frame';
import { TopicsPage } from './topics-page';
import { UploadsPage } from './uploads-page';

const namesOf = (sections: readonly Section[]): readonly string[] => sections.flatMap(({ settings }) => settings);

function OwnBots() {
  return <BotsPage isOwnOnly />;
}

const PAGES: readonly SettingsPage[] = [
  { path: 'profile', title: 'page.profile', settings: ['timezone'], Body: ProfilePage },
  {
    path: 'account-and-privacy',
    title: 'page.account',
    settings: namesOf(PRIVACY),
    Body: AccountPage,
  },
  {
    path: 'preferences',
    aliases: ['display-settings'],
    title: 'page.preferences',
    settings: namesOf(PREFERENCES),
    Body: PreferencesPage,
  },
  {
    path: 'notifications',
    title: 'page.notifications',
    settings: [...NOTIFICATION_TABLE.flatMap((row) => Object.values(row.settings)), ...namesOf(NOTIFICATIONS)],
    Body: NotificationsPage,
  },
  { path: 'topics', title: 'page.topics', Body: TopicsPage },
  { path: 'muted-users', title: 'page.mutedUsers', Body: MutedUsersPage },
  { path: 'alert-words', title: 'page.alertWords', Body: AlertWordsPage },
  { path: 'uploaded-files', title: 'page.uploads', Body: UploadsPage },
  {
    path: 'your-bots',
    title: 'page.bots',
    isFor: (state) => state.users.get(state.userId)?.is_guest !== true,
    Body: OwnBots,
  },
];

interface OverlayProps {
  path: readonly string[];
  onClose: () => void;
}

/** What one sets up for oneself (web-details.md G). */
export function PersonalSettings({ path, onClose }: OverlayProps) {
  return <SettingsFrame base="settings" pages={PAGES} path={path} onClose={onClose} />;
}
