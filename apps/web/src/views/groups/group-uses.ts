import { CHANNEL_PERMISSION_SETTINGS, GROUP_PERMISSION_SETTINGS, REALM_PERMISSION_SETTINGS } from '@stoa/policy';
import type { State } from '../../store/state';
import type { Objection } from './objections';

type UsesState = Pick<State, 'groups' | 'channels' | 'organization'>;

/** Whether the value of a setting names a group itself. */
function names(value: unknown, groupId: number): boolean {
  if (typeof value !== 'object' || value === null) return value === groupId;
  return (
    'direct_subgroups' in value && Array.isArray(value.direct_subgroups) && value.direct_subgroups.includes(groupId)
  );
}

function settingsOf(holder: object, known: object, prefix: string, groupId: number): readonly string[] {
  const values: Readonly<Record<string, unknown>> = { ...holder };
  return Object.keys(known).filter((name) => names(values[`${prefix}${name}`], groupId));
}

/** What a group is used for: groups that it belongs to, and permissions that name it, as far as the user sees them. */
export function usesOf({ groups, channels, organization }: UsesState, groupId: number): readonly Objection[] {
  const active = [...groups.values()].filter(({ deactivated }) => !deactivated);
  const groupIds = active.filter((group) => group.direct_subgroup_ids.includes(groupId)).map(({ id }) => id);
  const ofOrganization = settingsOf(organization, REALM_PERMISSION_SETTINGS, 'realm_', groupId);
  const uses: Objection[] = [
    { kind: 'subgroup', groupIds },
    { kind: 'organization', settings: ofOrganization },
    ...[...channels.values()]
      .filter((channel) => !channel.is_archived)
      .map((channel) => ({
        kind: 'channel' as const,
        channelId: channel.stream_id,
        settings: settingsOf(channel, CHANNEL_PERMISSION_SETTINGS, '', groupId),
      })),
    ...active.map((group) => ({
      kind: 'group' as const,
      groupId: group.id,
      settings: settingsOf(group, GROUP_PERMISSION_SETTINGS, '', groupId),
    })),
  ];
  return uses.filter((use) => (use.kind === 'subgroup' ? use.groupIds : use.settings).length > 0);
}
