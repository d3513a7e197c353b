import { reactivateUser } from '@stoa/contracts/users';
import { useId, useState } from 'react';
import { VList } from 'virtua';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { roleText } from '../../parts/role-text';
import type { Presence, User } from '../../store/state';
import { userOf } from '../../store/users';
import { languageInUse, t } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { DeactivateDialog } from '../people/deactivate-dialog';
import { PendingInvitations } from '../people/pending-invitations';
import { matching } from '../settings/parts';
import { usePower, WhoMay } from './setting-sections';
import { SuspendedMails } from './suspended-mails';
import { type UserOrder, lastActiveAt, sortedUsers } from './user-order';

const ROLES = [100, 200, 300, 400, 600];
const ORDERS: readonly UserOrder[] = ['name', 'role', 'active', 'joined'];
/** Fewer rows stand in the page as they are, so that it has one height only. */
const WINDOWED_FROM = 60;

function activeText(seconds: number): string {
  if (seconds === 0) return ts('users.neverActive');
  return ts('users.lastActive', {
    date: new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium' }).format(seconds * 1000),
  });
}

interface UserRowProps {
  user: User;
  presence: Presence | undefined;
  onDeactivate: () => void;
}

function UserRow({ user, presence, onDeactivate }: UserRowProps) {
  const power = usePower();
  const isOwn = useClientState((state) => state.userId === user.user_id);
  const { isBusy, problem, submit } = useSubmit();
  // Only owners may do something to owners.
  const mayAct = !isOwn && (power === 'owner' || (power === 'administrator' && !user.is_owner));
  const facts = [user.delivery_email, roleText(user.role), user.is_active && activeText(lastActiveAt(presence))];
  return (
    <div className="item">
      <Avatar userId={user.user_id} name={user.full_name} url={user.avatar_url} size={2} />
      <span className="item-text">
        <span>
          <a href={`#user/${user.user_id}`}>
            <bdi>{user.full_name}</bdi>
          </a>
          {isOwn && ` (${t('user.you')})`}
        </span>
        <span className="setting-hint">{facts.filter(Boolean).join(' · ')}</span>
        <Problem isInline text={problem} />
      </span>
      {mayAct && user.is_active && (
        <Button kind="danger" onClick={onDeactivate}>
          {ts('users.deactivate')}
        </Button>
      )}
      {mayAct && !user.is_active && (
        <Button disabled={isBusy} onClick={() => void submit(() => call(reactivateUser, { user_id: user.user_id }))}>
          {ts('users.reactivate')}
        </Button>
      )}
    </div>
  );
}

interface ToolsProps {
  wanted: string;
  onWanted: (wanted: string) => void;
  role: number;
  onRole: (role: number) => void;
  order: UserOrder;
  onOrder: (order: UserOrder) => void;
}

const EVERY_ROLE = 0;

function Tools({ wanted, onWanted, role, onRole, order, onOrder }: ToolsProps) {
  const id = useId();
  return (
    <div className="inline-form">
      <input
        type="search"
        className="input"
        aria-label={ts('users.filter')}
        placeholder={ts('list.filter')}
        value={wanted}
        onChange={(event) => onWanted(event.target.value)}
      />
      <select
        className="input select"
        aria-label={ts('users.role')}
        value={role}
        onChange={(event) => onRole(Number(event.target.value))}
      >
        <option value={EVERY_ROLE}>{ts('users.everyRole')}</option>
        {ROLES.map((value) => (
          <option key={value} value={value}>
            {roleText(value)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-order`}>{ts('users.order')}</label>
      <select
        id={`${id}-order`}
        className="input select"
        value={order}
        onChange={(event) => onOrder(ORDERS.find((known) => known === event.target.value) ?? 'name')}
      >
        {ORDERS.map((known) => (
          <option key={known} value={known}>
            {ts(`users.order.${known}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

function UserList({ isActive }: { isActive: boolean }) {
  const users = useClientState((state) => state.users);
  const presences = useClientState((state) => state.presences);
  const [wanted, setWanted] = useState('');
  const [role, setRole] = useState(EVERY_ROLE);
  const [order, setOrder] = useState<UserOrder>('name');
  const [deactivated, setDeactivated] = useState<User>();
  const people = [...users.values()].filter((user) => {
    return !user.is_bot && user.is_active === isActive && (role === EVERY_ROLE || user.role === role);
  });
  const found = matching(people, (user) => `${user.full_name} ${user.delivery_email ?? ''}`, wanted);
  const rows = sortedUsers(found, presences, order, languageInUse()).map((user) => (
    <UserRow
      key={user.user_id}
      user={user}
      presence={presences.get(user.user_id)}
      onDeactivate={() => setDeactivated(user)}
    />
  ));
  return (
    <>
      <Tools {...{ wanted, role, order }} onWanted={setWanted} onRole={setRole} onOrder={setOrder} />
      <p role="status">{ts('users.count', { count: found.length })}</p>
      {rows.length > WINDOWED_FROM ? <VList className="long-list item-window">{rows}</VList> : <div>{rows}</div>}
      {deactivated && <DeactivateDialog user={deactivated} onClose={() => setDeactivated(undefined)} />}
    </>
  );
}

const LISTS = ['active', 'deactivated', 'invitations', 'mails'] as const;

/** Everybody of the organization: who is there, who was, who was asked to come, and whom no mails reach. */
export function UsersPage({ rest }: { rest: readonly string[] }) {
  const { is_guest: isGuest, is_admin: isAdministrator } = useClientState((state) => userOf(state, state.userId));
  const isOffered = { active: true, deactivated: true, invitations: !isGuest, mails: isAdministrator };
  const offered = LISTS.filter((list) => isOffered[list]);
  const shown = offered.find((list) => list === rest[0]) ?? 'active';
  return (
    <>
      <WhoMay />
      <nav className="settings-tabs" aria-label={ts('page.users')}>
        {offered.map((list) => (
          <a key={list} href={`#organization/users/${list}`} aria-current={list === shown ? 'page' : undefined}>
            {ts(`users.${list}`)}
          </a>
        ))}
      </nav>
      {shown === 'invitations' && <PendingInvitations />}
      {shown === 'mails' && <SuspendedMails />}
      {(shown === 'active' || shown === 'deactivated') && <UserList key={shown} isActive={shown === 'active'} />}
    </>
  );
}
