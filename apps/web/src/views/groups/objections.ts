import { RequestRefused } from '../../api/failures';

/** Where a group is in use, so that it cannot be deactivated (users.md 15). */
export type Objection =
  | { readonly kind: 'subgroup'; readonly groupIds: readonly number[] }
  | { readonly kind: 'channel'; readonly channelId: number; readonly settings: readonly string[] }
  | { readonly kind: 'group'; readonly groupId: number; readonly settings: readonly string[] }
  | { readonly kind: 'organization'; readonly settings: readonly string[] };

function numbersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function objectionOf(value: unknown): Objection | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, supergroup_ids, channel_id, group_id, settings } = Object.fromEntries(Object.entries(value));
  const names = textsOf(settings);
  if (type === 'subgroup') return { kind: 'subgroup', groupIds: numbersOf(supergroup_ids) };
  if (type === 'channel' && typeof channel_id === 'number') {
    return { kind: 'channel', channelId: channel_id, settings: names };
  }
  if (type === 'user_group' && typeof group_id === 'number')
    return { kind: 'group', groupId: group_id, settings: names };
  return type === 'realm' ? { kind: 'organization', settings: names } : undefined;
}

/** What a refusal to deactivate a group says about where it is in use; nothing for any other failure. */
export function objectionsOf(error: unknown): readonly Objection[] {
  if (!(error instanceof RequestRefused) || error.code !== 'CANNOT_DEACTIVATE_GROUP_IN_USE') return [];
  const { objections } = error.data;
  return Array.isArray(objections) ? objections.flatMap((value) => objectionOf(value) ?? []) : [];
}
