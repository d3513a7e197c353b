import { GroupSettingValue, UserGroupObject } from '@stoa/contracts/users';
import { groupsScope } from '@stoa/fragments';
import { GroupGraph, PolicyGroup } from '@stoa/policy';
import { GroupValues } from '@stoa/wire-objects';
import { type SharedText, sharedText } from '../../shared/state/shared-text';
import { GroupRow } from './register-rows';

const SYSTEM = 1;
const ANONYMOUS = 3;

/**
 * The groups of one realm at one version of `realm:ID:groups` and with the users that are active. Immutable; texts are
 * made at first use.
 */
export class GroupSet implements GroupValues {
  private graphOfGroups: GroupGraph | undefined;
  private readonly texts = new Map<boolean, SharedText>();

  constructor(
    readonly version: number,
    /** See UserSet: membership lists leave deactivated users out. */
    readonly activityVersion: number,
    private readonly rows: ReadonlyMap<number, GroupRow>,
  ) {}

  static of(version: number, activityVersion: number, rows: readonly GroupRow[]): GroupSet {
    return new GroupSet(version, activityVersion, new Map(rows.map((row) => [row.id, row])));
  }

  after(version: number, changed: readonly GroupRow[]): GroupSet {
    const rows = new Map(this.rows);
    for (const row of changed) rows.set(row.id, row);
    return new GroupSet(version, this.activityVersion, rows);
  }

  get graph(): GroupGraph {
    return (this.graphOfGroups ??= new GroupGraph([...this.rows.values()].map(toPolicyGroup)));
  }

  valueOf(groupId: number): GroupSettingValue {
    const row = this.rows.get(groupId);
    if (!row || row.kind !== ANONYMOUS) return groupId;
    return { direct_members: memberIds(row), direct_subgroups: row.subgroups };
  }

  get everyone(): number {
    return this.graph.idOf('role:everyone');
  }

  systemNameOf(groupId: number): string | null {
    const row = this.rows.get(groupId);
    return row?.kind === SYSTEM ? row.name : null;
  }

  /**
   * JSON text of `realm_user_groups` (users.md 15), which nobody sees other than others.
   * @param realmId of the realm whose groups these are
   */
  shared(realmId: number, includeDeactivated: boolean): SharedText {
    const known = this.texts.get(includeDeactivated);
    if (known !== undefined) return known;
    const named = [...this.rows.values()]
      .filter((row) => row.kind !== ANONYMOUS && (includeDeactivated || !row.deactivated))
      .sort((a, b) => a.id - b.id);
    const name = includeDeactivated ? 'all' : 'active';
    const text = sharedText(groupsScope(realmId), name, `[${named.map((row) => this.groupText(row)).join(',')}]`);
    this.texts.set(includeDeactivated, text);
    return text;
  }

  /** Member lists are text already: those of large organizations are not parsed for this. */
  private groupText(row: GroupRow): string {
    const nobody = this.graph.idOf('role:nobody');
    const setting = (id: number | null): GroupSettingValue => (id === null ? nobody : this.valueOf(id));
    const { members: _members, ...rest }: UserGroupObject = {
      id: row.id,
      name: row.name ?? '',
      description: row.description,
      creator_id: row.creator_id,
      date_created: row.date_created,
      members: [],
      direct_subgroup_ids: row.subgroups,
      is_system_group: row.kind === SYSTEM,
      deactivated: row.deactivated,
      can_add_members_group: setting(row.can_add_members_group),
      can_join_group: setting(row.can_join_group),
      can_leave_group: setting(row.can_leave_group),
      can_manage_group: setting(row.can_manage_group),
      can_mention_group: setting(row.can_mention_group),
      can_remove_members_group: setting(row.can_remove_members_group),
    };
    return `${JSON.stringify(rest).slice(0, -1)},"members":[${row.members ?? ''}]}`;
  }
}

function memberIds(row: GroupRow): number[] {
  return row.members ? row.members.split(',').map(Number) : [];
}

function toPolicyGroup(row: GroupRow): PolicyGroup {
  return {
    id: row.id,
    name: row.name,
    isSystemGroup: row.kind === SYSTEM,
    isDeactivated: row.deactivated,
    directMembers: memberIds(row),
    directSubgroups: row.subgroups,
  };
}
