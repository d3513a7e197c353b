import { Injectable } from '@nestjs/common';
import { setKeys } from '@stoa/database';
import { Directory, RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { COPY_LIFE_MS, PresenceUser, SharedVersions } from '@stoa/redis';

const REALMS_KEPT = 500;

/** Accounts whose presence is shown: active humans. */
export interface PresenceView {
  /** Changes when any of them does; greater is newer. */
  version: number;
  find(userId: number): PresenceUser | undefined;
}

/** The organization as a report sees it. */
export interface PresenceFacts {
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
  view: PresenceView;
  /** Of `realm:ID:access`, which every change of the above but of groups makes newer. */
  accessVersion: number;
  /** Of `performance.now()`. */
  readAt: number;
}

/** Users and settings for reports, which ask no more of PostgreSQL than what has changed. */
@Injectable()
export class PresenceFactsReader {
  private readonly copies = new Map<number, PresenceFacts>();

  constructor(
    private readonly directory: Directory,
    private readonly versions: SharedVersions,
  ) {}

  /** What is known without asking: to be confirmed. */
  copy(realmId: number): PresenceFacts | undefined {
    const copy = this.copies.get(realmId);
    return copy && performance.now() - copy.readAt < COPY_LIFE_MS ? copy : undefined;
  }

  /** Whether nothing that was answered before this call has changed what the copy says. Never rejects. */
  async confirm(realmId: number, copy: PresenceFacts): Promise<boolean> {
    return (await this.versions.stateOf(setKeys.realmAccess(realmId), copy.accessVersion)) === 'current';
  }

  /** The organization as it is now. */
  async current(realmId: number): Promise<PresenceFacts> {
    const copy = this.copy(realmId);
    return copy && (await this.confirm(realmId, copy)) ? copy : this.read(realmId);
  }

  async read(realmId: number): Promise<PresenceFacts> {
    const readAt = performance.now();
    const setKey = setKeys.realmAccess(realmId);
    // Before what it stands for: what is read may be newer than its version, never older.
    const accessVersion = await this.directory.versionOf(setKey);
    const facts = await this.directory.decideConfirmed(realmId, async (view) => {
      const [settings, users, groups] = await Promise.all([view.settings(), view.users(), view.groups()]);
      return { settings, users, groups, view: presenceView(users), accessVersion, readAt };
    });
    void this.versions.remember(setKey, accessVersion);
    this.copies.delete(realmId);
    this.copies.set(realmId, facts);
    if (this.copies.size > REALMS_KEPT) for (const oldest of this.copies.keys()) return this.without(oldest, facts);
    return facts;
  }

  private without(realmId: number, facts: PresenceFacts): PresenceFacts {
    this.copies.delete(realmId);
    return facts;
  }
}

/** Active humans. */
function presenceView(users: RealmUsers): PresenceView {
  return {
    version: users.version,
    find(userId) {
      const user = users.get(userId);
      if (!user?.isActive || user.isBot) return undefined;
      return { id: user.id, email: user.email, dateJoined: user.joinedAtSeconds };
    },
  };
}
