import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import { AccessibleUsersRepository } from '@stoa/directory';
import type { DirectoryUser, GuestAccess, RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { isGuest, limitsGuests } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';

export interface AudienceFacts {
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

/**
 * Who gets the events about a user; read under the realm's lock, held exclusively or, by readers of settings, shared.
 */
@Injectable()
export class UserAudiences {
  constructor(private readonly accessible: AccessibleUsersRepository) {}

  /**
   * Who can access a user. The user's own queues get everything.
   * @param subject as it is after the change: nobody accesses a deactivated user through a channel
   */
  async of(tx: WriteTransaction, facts: AudienceFacts, subject: DirectoryUser): Promise<Accessors> {
    const [accessors] = await this.ofAll(tx, facts, [subject]);
    if (!accessors) throw new Error('there are accessors per subject');
    return accessors;
  }

  /** The same for several users at once, in their order. */
  async ofAll(tx: WriteTransaction, facts: AudienceFacts, subjects: readonly DirectoryUser[]): Promise<Accessors[]> {
    const active = [...facts.users.byId.values()].filter((user) => user.isActive);
    const isLimited = isAccessLimited(facts);
    const guests = active.filter(isGuest);
    const humans = isLimited && guests.length > 0 ? subjects.filter((subject) => !subject.isBot) : [];
    const rows = humans.length === 0 ? [] : await this.accessible.connections(readerOf(tx), ids(humans), ids(guests));
    const connected = new Map(humans.map(({ id }) => [id, new Map<number, GuestAccess>()]));
    for (const row of rows) connected.get(row.subjectId)?.set(row.guestId, row);
    return subjects.map((subject) =>
      isLimited && !subject.isBot
        ? accessorsOf(subject, active, connected.get(subject.id) ?? new Map())
        : { accessors: withSubject(subject, active), strangers: [], guestAccess: new Map() },
    );
  }

  /** Ids of active users who can access a user. */
  async accessorIds(tx: WriteTransaction, facts: AudienceFacts, subject: DirectoryUser): Promise<number[]> {
    return ids((await this.of(tx, facts, subject)).accessors);
  }

  /** Users whom a limited guest can access, besides bots and the guest: null where guests are not limited. */
  async accessibleTo(tx: WriteTransaction, facts: AudienceFacts, guestId: number): Promise<Set<number> | null> {
    if (!isAccessLimited(facts)) return null;
    const others = [...facts.users.byId.values()].filter(({ id }) => id !== guestId);
    const rows = await this.accessible.connections(readerOf(tx), ids(others), [guestId]);
    const accessible = new Set(others.filter(({ isBot }) => isBot).map(({ id }) => id));
    for (const row of rows) {
      const isActive = facts.users.get(row.subjectId)?.isActive ?? false;
      if (row.throughDirect || isActive) accessible.add(row.subjectId);
    }
    return accessible.add(guestId);
  }
}

/** Active users, a changed one among them as it is then. */
function withSubject(subject: DirectoryUser, active: readonly DirectoryUser[]): DirectoryUser[] {
  const others = active.filter(({ id }) => id !== subject.id);
  return subject.isActive ? [...others, subject] : others;
}

function accessorsOf(
  subject: DirectoryUser,
  active: readonly DirectoryUser[],
  guestAccess: ReadonlyMap<number, GuestAccess>,
): Accessors {
  const accessors: DirectoryUser[] = [];
  const strangers: DirectoryUser[] = [];
  for (const user of withSubject(subject, active)) {
    const access = guestAccess.get(user.id);
    const isAccessor =
      user.id === subject.id ||
      !isGuest(user) ||
      access?.throughDirect === true ||
      (subject.isActive && access?.throughChannel === true);
    (isAccessor ? accessors : strangers).push(user);
  }
  return { accessors, strangers, guestAccess };
}

/** Whether guests see only users that they share something with. */
export function isAccessLimited({ settings, groups }: Pick<AudienceFacts, 'settings' | 'groups'>): boolean {
  return limitsGuests(groups.named.get(settings.canAccessAllUsersGroup)?.name);
}

function ids(users: readonly DirectoryUser[]): number[] {
  return users.map(({ id }) => id);
}
