import { changeUserGroupMembers } from '@stoa/contracts/users';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { type RequestTo, call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { groupText } from '../../parts/group-values';
import { roleText } from '../../parts/role-text';
import { membersOf } from '../../store/groups';
import type { GroupRights } from '../../store/group-rights';
import type { UserGroup } from '../../store/state';
import { userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FilteredList } from '../settings/parts';
import { PeoplePicker } from '../settings/people-picker';

interface GroupMembersProps {
  group: UserGroup;
  rights: GroupRights;
}

type Change = Omit<RequestTo<typeof changeUserGroupMembers>, 'user_group_id'>;

/** A person, or a group whose members belong to it. */
type Member =
  | { readonly kind: 'user'; readonly id: number; readonly name: string; readonly isInherited: boolean }
  | { readonly kind: 'group'; readonly id: number; readonly name: string };

/** Groups first, then people by name; those who come through a group are marked. */
function useMembers(group: UserGroup): readonly Member[] {
  const groups = useClientState((state) => state.groups);
  const users = useClientState((state) => state.users);
  const { compare } = new Intl.Collator(languageInUse());
  const direct = new Set(group.members);
  const subgroups = group.direct_subgroup_ids.flatMap((id) => groups.get(id) ?? []);
  const people = [...membersOf(groups, group.id)].map((id) => userOf({ users }, id));
  return [
    ...subgroups.map((sub) => ({ kind: 'group' as const, id: sub.id, name: groupText(sub) })),
    ...people
      .sort((a, b) => compare(a.full_name, b.full_name))
      .map(({ user_id: id, full_name: name }) => ({ kind: 'user' as const, id, name, isInherited: !direct.has(id) })),
  ];
}

interface RowProps {
  member: Member;
  onRemove?: () => void;
  isBusy: boolean;
}

function MemberRow({ member, onRemove, isBusy }: RowProps) {
  const user = useClientState((state) => (member.kind === 'user' ? userOf(state, member.id) : undefined));
  const note = user && (member.kind === 'user' && member.isInherited ? tp('group.inherited') : roleText(user.role));
  return (
    <>
      {user ? (
        <Avatar userId={user.user_id} name={user.full_name} url={user.avatar_url} size={1.75} />
      ) : (
        <Users size="1.25rem" aria-hidden="true" />
      )}
      <span className="item-text">
        <bdi>{member.name}</bdi>
        <span className="setting-hint">{note ?? tp('group.isGroup')}</span>
      </span>
      {onRemove && (
        <Button disabled={isBusy} aria-label={tp('group.removeNamed', { name: member.name })} onClick={onRemove}>
          {tp('group.remove')}
        </Button>
      )}
    </>
  );
}

interface AddProps {
  group: UserGroup;
  isBusy: boolean;
  onChange: (change: Change) => Promise<boolean>;
}

function AddMembers({ group, isBusy, onChange }: AddProps) {
  const [userIds, setUserIds] = useState<readonly number[]>([]);
  const add = async (): Promise<void> => {
    if (await onChange({ add: [...userIds] })) setUserIds([]);
  };
  return (
    <div className="inline-form">
      <div className="grow">
        <PeoplePicker
          label={tp('group.addPeople')}
          placeholder={tp('group.addPeople')}
          userIds={userIds}
          isOffered={(id) => !group.members.includes(id)}
          onChange={setUserIds}
        />
      </div>
      <Button kind="primary" disabled={isBusy || userIds.length === 0} onClick={() => void add()}>
        {tp('group.add')}
      </Button>
    </div>
  );
}

/** A group that may become part of it: no group of roles below, nothing that is in it already. */
function AddGroup({ group, isBusy, onChange }: AddProps) {
  const groups = useClientState((state) => state.groups);
  const { compare } = new Intl.Collator(languageInUse());
  const choices = [...groups.values()]
    .filter((other) => !other.deactivated && other.id !== group.id && !group.direct_subgroup_ids.includes(other.id))
    .filter(({ name }) => name !== 'role:nobody' && name !== 'role:internet')
    .sort((a, b) => compare(groupText(a), groupText(b)));
  return (
    <select
      className="input select"
      aria-label={tp('group.addGroup')}
      disabled={isBusy}
      value=""
      onChange={(event) => void onChange({ add_subgroups: [Number(event.target.value)] })}
    >
      <option value="">{tp('group.addGroup')}</option>
      {choices.map((other) => (
        <option key={other.id} value={other.id}>
          {groupText(other)}
        </option>
      ))}
    </select>
  );
}

/** Who is in a group, and through what; coming, going, adding and removing as it is allowed. */
export function GroupMembers({ group, rights }: GroupMembersProps) {
  const ownId = useClientState((state) => state.userId);
  const members = useMembers(group);
  const { isBusy, problem, submit } = useSubmit();
  const change = (what: Change): Promise<boolean> =>
    submit(() => call(changeUserGroupMembers, { user_group_id: group.id, ...what }));
  const removal = (member: Member): Change | undefined => {
    if (member.kind === 'group') return rights.canManage ? { delete_subgroups: [member.id] } : undefined;
    if (member.isInherited || group.is_system_group) return undefined;
    return rights.canRemove || (member.id === ownId && rights.canLeave) ? { delete: [member.id] } : undefined;
  };
  return (
    <div className="settings-form">
      {(rights.canJoin || rights.canLeave) && (
        <div className="inline-form">
          <Button
            disabled={isBusy}
            onClick={() => void change(rights.canJoin ? { add: [ownId] } : { delete: [ownId] })}
          >
            {rights.canJoin ? tp('group.join') : tp('group.leave')}
          </Button>
        </div>
      )}
      {rights.canAdd && <AddMembers group={group} isBusy={isBusy} onChange={change} />}
      {rights.canAddSubgroups && <AddGroup group={group} isBusy={isBusy} onChange={change} />}
      <Problem text={problem} />
      <FilteredList
        items={members}
        textOf={({ name }) => name}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        label={tp('group.members')}
        empty={tp('groupCard.members', { count: 0 })}
      >
        {(member) => {
          const what = removal(member);
          return <MemberRow member={member} isBusy={isBusy} onRemove={what && (() => void change(what))} />;
        }}
      </FilteredList>
    </div>
  );
}
