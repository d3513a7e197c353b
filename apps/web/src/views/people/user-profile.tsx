import { useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { mayManage } from '../../store/user-administration';
import { type PeopleKey, tp } from '../../strings/people-strings';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { User } from '../../store/state';
import { languageInUse, t } from '../../strings/strings';
import { ManageUser } from './manage-user';
import { ProfileList } from './profile-values';
import { UserEmail, UserFacts } from './user-facts';
import { UserChannels } from './user-channels';
import { UserGroups } from './user-lists';
import '../settings/settings.css';
import './people.css';

const TABS = ['profile', 'channels', 'groups', 'manage'] as const;
type Tab = (typeof TABS)[number];

function AboutUser({ user }: { user: User }) {
  const joined = new Date(user.date_joined);
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'long' });
  return (
    <div className="profile-about">
      <div className="user-head">
        <Avatar userId={user.user_id} name={user.full_name} url={user.avatar_url} size={8} />
        <div>
          <UserFacts user={user} />
          {!Number.isNaN(joined.getTime()) && <p>{tp('profile.joined', { date: date.format(joined) })}</p>}
          <p className="setting-hint">{tp('profile.id', { id: String(user.user_id) })}</p>
        </div>
      </div>
      {user.delivery_email && <UserEmail email={user.delivery_email} />}
      <ProfileList user={user} />
      <div>
        <Button onClick={() => void copyText(`${location.origin}/#user/${user.user_id}`, t('message.linkCopied'))}>
          {tp('profile.copyLink')}
        </Button>
      </div>
    </div>
  );
}

const BODIES = { profile: AboutUser, channels: UserChannels, groups: UserGroups, manage: ManageUser } as const;

function Tabs({ userId, tabs, current }: { userId: number; tabs: readonly Tab[]; current: Tab }) {
  return (
    <nav className="tabs" aria-label={tp('profile.parts')}>
      {tabs.map((tab) => (
        <a key={tab} href={`#user/${userId}/${tab}`} aria-current={tab === current ? 'page' : undefined}>
          {tp(`profile.${tab}` satisfies PeopleKey)}
        </a>
      ))}
    </nav>
  );
}

interface OverlayProps {
  /** The id, and the part that is open. */
  path: readonly string[];
  onClose: () => void;
}

/** Everything about somebody: `#user/ID/part` (web-details.md F). */
export function UserProfile({ path: [id, part], onClose }: OverlayProps) {
  const user = useClientState((state) => state.users.get(Number(id)));
  const isManaged = useClientState((state) => mayManage(state, Number(id)));
  if (!user) {
    return (
      <Dialog title={tp('profile.unknown')} size="small" onClose={onClose}>
        <p>{tp('profile.unknownText')}</p>
      </Dialog>
    );
  }
  const tabs = TABS.filter((tab) => tab !== 'manage' || isManaged);
  const current = tabs.find((tab) => tab === part) ?? 'profile';
  const Body = BODIES[current];
  return (
    <Dialog title={user.full_name} onClose={onClose}>
      <Tabs userId={user.user_id} tabs={tabs} current={current} />
      <Body key={user.user_id} user={user} />
    </Dialog>
  );
}
