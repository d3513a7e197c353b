import { userOf } from '../../store/users';
import { BotsPage } from '../settings/bots-page';
import { NotificationTable } from '../settings/notifications-page';
import { OwnSections } from '../settings/own-settings';
import { Block } from '../settings/parts';
import { NOTIFICATIONS, PREFERENCES, PRIVACY } from '../settings/personal-sections';
import { SettingsFrame, type SettingsPage } from '../settings/settings-frame';
import { ts } from '../../strings/settings-strings';
import { DefaultChannelsPage } from './default-channels-page';
import { EmojiPage } from './emoji-page';
import { ExportsPage } from './exports-page';
import { FoldersPage } from './folders-page';
import { LinkifiersPage } from './linkifiers-page';
import { textName } from './organization-fields';
import { OrganizationProfilePage } from './organization-profile-page';
import { PERMISSIONS, PROFILE, SETTINGS, type SettingSection } from './organization-sections';
import { PermissionsPage } from './permissions-page';
import { PlaygroundsPage } from './playgrounds-page';
import { ProfileFieldsPage } from './profile-fields-page';
import { SettingSections, usePower, WhoMay } from './setting-sections';
import { SignInPage } from './sign-in/sign-in-page';
import { UsersPage } from './users-page';
import { WelcomeTest } from './welcome-test';

const namesOf = (sections: readonly SettingSection[]): readonly string[] =>
  sections.flatMap(({ settings }) => settings.map(({ name }) => textName(name)));

function SettingsOfAll() {
  return <SettingSections sections={SETTINGS} ends={{ newcomers: <WelcomeTest /> }} />;
}

/** What new accounts start with: the forms of personal settings, with another owner. */
function DefaultSettings() {
  const power = usePower();
  return (
    <>
      <WhoMay />
      <p>{ts('defaults.about')}</p>
      <fieldset className="settings-body" disabled={power === 'none'}>
        <OwnSections sections={PREFERENCES} owner="settingsDefaults" />
        <Block title={ts('notifications.triggers')}>
          <NotificationTable owner="settingsDefaults" />
        </Block>
        <OwnSections sections={[...NOTIFICATIONS, ...PRIVACY]} owner="settingsDefaults" />
      </fieldset>
    </>
  );
}

function AllBots() {
  return <BotsPage isOwnOnly={false} />;
}

const PAGES: readonly SettingsPage[] = [
  {
    path: 'organization-profile',
    title: 'page.organizationProfile',
    settings: namesOf(PROFILE),
    Body: OrganizationProfilePage,
  },
  {
    path: 'organization-settings',
    title: 'page.organizationSettings',
    settings: namesOf(SETTINGS),
    Body: SettingsOfAll,
  },
  {
    path: 'organization-permissions',
    title: 'page.permissions',
    settings: namesOf(PERMISSIONS),
    Body: PermissionsPage,
  },
  {
    path: 'auth-methods',
    title: 'page.signIn',
    isFor: (state) => userOf(state, state.userId).is_owner,
    Body: SignInPage,
  },
  { path: 'users', aliases: ['user-list-admin', 'deactivated-users-admin'], title: 'page.users', Body: UsersPage },
  {
    path: 'bots',
    aliases: ['bot-list-admin'],
    title: 'page.bots',
    isFor: (state) => userOf(state, state.userId).is_guest !== true,
    Body: AllBots,
  },
  { path: 'emoji-settings', title: 'page.emoji', Body: EmojiPage },
  { path: 'linkifier-settings', title: 'page.linkifiers', Body: LinkifiersPage },
  { path: 'playground-settings', title: 'page.playgrounds', Body: PlaygroundsPage },
  { path: 'profile-field-settings', title: 'page.profileFields', Body: ProfileFieldsPage },
  { path: 'channel-folders', title: 'page.folders', Body: FoldersPage },
  { path: 'default-channels-list', title: 'page.defaultChannels', Body: DefaultChannelsPage },
  { path: 'organization-level-user-defaults', title: 'page.defaults', Body: DefaultSettings },
  {
    path: 'data-exports-admin',
    title: 'page.exports',
    isFor: (state) => userOf(state, state.userId).is_admin,
    Body: ExportsPage,
  },
];

interface OverlayProps {
  path: readonly string[];
  onClose: () => void;
}

/** What is set up for everybody (web-details.md G). */
export function OrganizationSettings({ path, onClose }: OverlayProps) {
  return <SettingsFrame base="organization" pages={PAGES} path={path} onClose={onClose} />;
}
