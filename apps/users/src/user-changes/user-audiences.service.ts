import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import { AccessibleUsersRepository } from '@stoa/directory';
import type { DirectoryUser, GuestAccess, RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { isGuest, limitsGuests } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';

export interface AudienceScene {
  settings: Pick<RealmSettings, 'canAccessAllUsersGroup'>;
  users: RealmUsers;
  groups: RealmGroups;
}

/** Active users of the organization, by whether they can access one user (users.md 3). */
export interface Accessors {
  accessors: DirectoryUser[];
  /** Limited guests who cannot. */
  strangers: DirectoryUser[];
  /** How each limited guest who shares something with the user does so. */
  guestAccess: ReadonlyMap<number, GuestAccess>;
}

/** Who hears of a user; read under the realm's lock, held exclusively or, by readers of settings, shared. */
@Injectable()
export class UserAudiences {
  constructor(private readonly accessible: AccessibleUsersRepository) {}

  /**
   * Who can access a user. The user's own queues hear of everything.
   * @param subject as it is after the change: nobody accesses a deactivated user through a channel
   */
  async of(tx: WriteTransaction, scene: AudienceScene, subject: DirectoryUser): Promise<Accessors> {
    const active = [...scene.users.byId.values()].filter((user) => user.isActive && user.id !== subject.id);
    const self = subject.isActive ? [subject] : [];
    if (subject.isBot || !isAccessLimited(scene)) {
      return { accessors: [...active, ...self], strangers: [], guestAccess: new Map() };
    }
    const guests = active.filter(isGuest);
    const rows = guests.length === 0 ? [] : await this.accessible.connections(readerOf(tx), [subject.id], ids(guests));
    const guestAccess = new Map(rows.map((row) => [row.guestId, row]));
    const accessors: DirectoryUser[] = [...self];
    const strangers: DirectoryUser[] = [];
    for (const user of active) {
      const access = guestAccess.get(user.id);
      const isAccessor =
        !isGuest(user) || access?.throughDirect === true || (subject.isActive && access?.throughChannel === true);
      (isAccessor ? accessors : strangers).push(user);
    }
    return { accessors, strangers, guestAccess };
  }

  /** Ids of active users who can access a user. */
  async accessorIds(tx: WriteTransaction, scene: AudienceScene, subject: DirectoryUser): Promise<number[]> {
    return ids((await this.of(tx, scene, subject)).accessors);
  }

  /** Whom a limited guest can access besides bots and himself: null where guests are not limited. */
  async accessibleTo(tx: WriteTransaction, scene: AudienceScene, guestId: number): Promise<Set<number> | null> {
    if (!isAccessLimited(scene)) return null;
    const others = [...scene.users.byId.values()].filter(({ id }) => id !== guestId);
    const rows = await this.accessible.connections(readerOf(tx), ids(others), [guestId]);
    const accessible = new Set(others.filter(({ isBot }) => isBot).map(({ id }) => id));
    for (const row of rows) {
      const isActive = scene.users.get(row.subjectId)?.isActive ?? false;
      if (row.throughDirect || isActive) accessible.add(row.subjectId);
    }
    return accessible.add(guestId);
  }
}

/** Whether guests see only users that they share something with. */
export function isAccessLimited({ settings, groups }: Pick<AudienceScene, 'settings' | 'groups'>): boolean {
  return limitsGuests(groups.named.get(settings.canAccessAllUsersGroup)?.name);
}

function ids(users: readonly DirectoryUser[]): number[] {
  return users.map(({ id }) => id);
}
