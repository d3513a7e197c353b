import { deactivateUserGroup, updateUserGroup } from '@stoa/contracts/users';
import { GROUP_PERMISSION_SETTINGS } from '@stoa/policy';
import { useId, useMemo, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { useSubmit } from '../../client/submit';
import { channelSettingsAddress } from '../../parts/addresses';
import { groupText } from '../../parts/group-values';
import { WhoHas } from '../../parts/who-has';
import { GROUP_SETTINGS, type GroupRights, groupRights } from '../../store/group-rights';
import type { UserGroup } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Problem } from '../../ui/problem';
import { Block } from '../settings/parts';
import { GroupSettingField } from '../settings/group-setting-field';
import { RowShell, TypedInput } from '../settings/setting-row';
import { GroupMembers } from './group-members';
import { usesOf } from './group-uses';
import { type Objection, objectionsOf } from './objections';

export interface GroupPartProps {
  group: UserGroup;
  rights: GroupRights;
}

const LONGEST = { name: 100, description: 1024 } as const;

function TextRow({ group, rights, part }: GroupPartProps & { part: 'name' | 'description' }) {
  const id = useId();
  const [saving, save] = useSaving();
  const commit = (typed: string): void => {
    const text = typed.trim();
    if (text === group[part] || (part === 'name' && text === '')) return;
    void save(() => call(updateUserGroup, { user_group_id: group.id, [part]: text }));
  };
  return (
    <RowShell labelId={`${id}-label`} controlId={id} label={tp(`group.${part}`)} saving={saving} isStacked>
      <TypedInput
        id={id}
        value={group[part]}
        maxLength={LONGEST[part]}
        isDisabled={!rights.canManage}
        onCommit={commit}
      />
    </RowShell>
  );
}

/** A place where the group is in use, and the way there. */
function Place({ objection }: { objection: Objection }) {
  const channel = useClientState((state) =>
    objection.kind === 'channel' ? state.channels.get(objection.channelId) : undefined,
  );
  const groups = useClientState((state) => state.groups);
  const groupName = (id: number): string => {
    const group = groups.get(id);
    return group ? groupText(group) : String(id);
  };
  switch (objection.kind) {
    case 'subgroup':
      return objection.groupIds.map((id) => (
        <li key={id}>
          <a href={`#groups/${id}/members`}>{tp('group.usedInGroup', { name: groupName(id) })}</a>
        </li>
      ));
    case 'channel':
      return (
        channel && (
          <li>
            <a href={channelSettingsAddress(channel, 'permissions')}>
              {tp('group.usedInChannel', { name: channel.name, count: objection.settings.length })}
            </a>
          </li>
        )
      );
    case 'group':
      return (
        <li>
          <a href={`#groups/${objection.groupId}/permissions`}>
            {tp('group.usedByGroup', { name: groupName(objection.groupId), count: objection.settings.length })}
          </a>
        </li>
      );
    case 'organization':
      return (
        <li>
          <a href="#organization/organization-permissions">
            {tp('group.usedByOrganization', { count: objection.settings.length })}
          </a>
        </li>
      );
  }
}

function InUse({ objections }: { objections: readonly Objection[] }) {
  if (objections.length === 0) return null;
  return (
    <>
      <p>{tp('group.inUse')}</p>
      <ul className="refused">
        {objections.map((objection, position) => (
          <Place key={position} objection={objection} />
        ))}
      </ul>
    </>
  );
}

/** Where the group counts for something, so that who changes it knows. */
function Uses({ group }: { group: UserGroup }) {
  const groups = useClientState((state) => state.groups);
  const channels = useClientState((state) => state.channels);
  const organization = useClientState((state) => state.organization);
  const uses = useMemo(
    () => usesOf({ groups, channels, organization }, group.id),
    [groups, channels, organization, group.id],
  );
  return (
    <Block title={tp('group.uses')}>
      {uses.length === 0 && <p>{tp('group.noUses')}</p>}
      <ul className="refused">
        {uses.map((use, position) => (
          <Place key={position} objection={use} />
        ))}
      </ul>
    </Block>
  );
}

function Ending({ group }: { group: UserGroup }) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, problem, submit } = useSubmit();
  const [objections, setObjections] = useState<readonly Objection[]>([]);
  const id = { user_group_id: group.id };
  const deactivate = async (): Promise<void> => {
    setObjections([]);
    try {
      await call(deactivateUserGroup, id);
    } catch (error) {
      setObjections(objectionsOf(error));
      throw error;
    }
  };
  if (group.deactivated) {
    return (
      <div className="inline-form">
        <p>{tp('groupCard.deactivated')}</p>
        <Button
          disabled={isBusy}
          onClick={() => void submit(() => call(updateUserGroup, { ...id, deactivated: false }))}
        >
          {tp('group.reactivate')}
        </Button>
        <Problem text={problem} />
      </div>
    );
  }
  return (
    <div className="inline-form">
      <Button kind="danger" onClick={() => setAsked(true)}>
        {tp('group.deactivate')}
      </Button>
      {isAsked && (
        <Confirm
          title={tp('group.deactivateTitle', { name: group.name })}
          action={tp('group.deactivate')}
          isDanger
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void submit(deactivate).then((isDone) => isDone && setAsked(false))}
          onClose={() => setAsked(false)}
        >
          <p>{tp('group.deactivateText')}</p>
          <InUse objections={objections} />
        </Confirm>
      )}
    </div>
  );
}

/** Who may change the group, for who may not. */
function WhoManages({ group, rights }: GroupPartProps) {
  const all = useClientState((state) => state.organization.realm_can_manage_all_groups);
  if (rights.canManage) return null;
  return (
    <p className="setting-hint">
      {tp('group.notAllowed')}
      <WhoHas values={[group.can_manage_group, all]} href={`#groups/${group.id}/permissions`} />
    </p>
  );
}

function General({ group, rights }: GroupPartProps) {
  if (group.is_system_group) return <p>{tp('group.ofRole')}</p>;
  return (
    <>
      <WhoManages group={group} rights={rights} />
      <TextRow group={group} rights={rights} part="name" />
      <TextRow group={group} rights={rights} part="description" />
      <Uses group={group} />
      {rights.canManage && <Ending group={group} />}
    </>
  );
}

function Permissions({ group, rights }: GroupPartProps) {
  return (
    <>
      <WhoManages group={group} rights={rights} />
      {GROUP_SETTINGS.map((name) => (
        <GroupSettingField
          key={name}
          label={tp(`group.${name}`)}
          value={group[name]}
          setting={GROUP_PERMISSION_SETTINGS[name]}
          isDisabled={!rights.canManage}
          onSave={(change) => call(updateUserGroup, { user_group_id: group.id, [name]: change })}
        />
      ))}
    </>
  );
}

const PARTS = { general: General, members: GroupMembers, permissions: Permissions } as const;

function isSame(a: GroupRights, b: GroupRights): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** One group, with the part of it that is open. */
export function GroupPage({ group, tab }: { group: UserGroup; tab: string | undefined }) {
  const rights = useClientState((state) => groupRights(state, group), isSame);
  const names = (['general', 'members', 'permissions'] as const).filter(
    (name) => name !== 'permissions' || !group.is_system_group,
  );
  const current = names.find((name) => name === tab) ?? 'general';
  const Body = PARTS[current];
  return (
    <section aria-label={groupText(group)}>
      <h2>
        <bdi>{groupText(group)}</bdi>
      </h2>
      <nav className="tabs" aria-label={tp('group.parts')}>
        {names.map((name) => (
          <a key={name} href={`#groups/${group.id}/${name}`} aria-current={name === current ? 'page' : undefined}>
            {tp(`group.part.${name}`)}
          </a>
        ))}
      </nav>
      <Body group={group} rights={rights} />
    </section>
  );
}
