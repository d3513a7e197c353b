import { Injectable } from '@nestjs/common';
import { ChangeEvent } from '@stoa/contracts/events';
import { WriteTransaction } from '@stoa/database';
import { RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { Role, isLimitedGuest } from '@stoa/policy';
import { personAdded, personRemoved } from '@stoa/wire-objects';
import { GuestAccessRepository, GuestPair } from './guest-access.repository';
import { GuestChannel, guestPairs } from './guest-pairs';

export interface GuestFacts {
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
}

/** Stands for a direct conversation among channels; no channel has it. */
const NO_CHANNEL = 0;

/** Changed channels by id. */
export type GuestChannels = ReadonlyMap<number, GuestChannel>;

/**
 * Notifies limited guests of whom subscriptions let them see, and whom no longer (users.md 3; channels.md 14.1, 14.2).
 */
@Injectable()
export class GuestAccessService {
  constructor(private readonly repository: GuestAccessRepository) {}

  /** `realm_user` add to guests who did not see somebody yet; `channels` have the members before the change. */
  async gained(tx: WriteTransaction, facts: GuestFacts, channels: GuestChannels): Promise<ChangeEvent[]> {
    const pairs = await this.unconnected(tx, facts, channels);
    const guestsBySubject = bySubject(pairs);
    if (guestsBySubject.size === 0) return [];
    const rows = await this.repository.users(tx, [...guestsBySubject.keys()]);
    return rows.flatMap((row) =>
      personAdded(
        tx.realmId,
        row,
        (guestsBySubject.get(row.id) ?? []).map((id) => ({ id, role: Role.Guest })),
      ),
    );
  }

  /** `realm_user` add to guests among the participants of a direct conversation that is about to be made. */
  gainedByConversation(tx: WriteTransaction, facts: GuestFacts, userIds: readonly number[]): Promise<ChangeEvent[]> {
    return this.gained(tx, facts, new Map([[NO_CHANNEL, { members: [], altered: new Set(userIds) }]]));
  }

  /** `realm_user` remove to guests who no longer see somebody; `channels` have the members after the change. */
  async lost(tx: WriteTransaction, facts: GuestFacts, channels: GuestChannels): Promise<ChangeEvent[]> {
    const pairs = await this.unconnected(tx, facts, channels);
    return [...bySubject(pairs)].flatMap(([subjectId, guestIds]) => personRemoved(subjectId, guestIds));
  }

  /** Pairs that only the changed channels connect, or did. */
  private async unconnected(tx: WriteTransaction, facts: GuestFacts, channels: GuestChannels): Promise<GuestPair[]> {
    const { settings, users, groups } = facts;
    const isLimited = (userId: number): boolean => {
      const user = users.get(userId);
      if (!user) return false;
      const policyUser = { userId, role: user.role, isBot: user.isBot };
      return isLimitedGuest(policyUser, settings.canAccessAllUsersGroup, groups.graph);
    };
    const pairs = guestPairs([...channels.values()], {
      isGuest: isLimited,
      isBot: (userId) => users.get(userId)?.isBot ?? false,
    });
    if (pairs.length === 0) return [];
    const shared = stillShared(channels);
    const candidates = pairs.filter((pair) => !shared(pair));
    const elsewhere = await this.repository.connectedElsewhere(tx, candidates, [...channels.keys()]);
    const connected = new Set(elsewhere.map(({ guestId, subjectId }) => `${guestId}:${subjectId}`));
    return candidates.filter(({ guestId, subjectId }) => !connected.has(`${guestId}:${subjectId}`));
  }
}

/** Whether one of the changed channels itself held both before it got somebody, or holds both after somebody left. */
function stillShared(channels: GuestChannels): (pair: GuestPair) => boolean {
  const members = [...channels.values()].map((channel) => new Set(channel.members));
  return ({ guestId, subjectId }) => members.some((ids) => ids.has(guestId) && ids.has(subjectId));
}

function bySubject(pairs: readonly GuestPair[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { guestId, subjectId } of pairs) {
    const guests = found.get(subjectId);
    if (guests) guests.push(guestId);
    else found.set(subjectId, [guestId]);
  }
  return found;
}
