import { Injectable } from '@nestjs/common';
import {
  PresenceEntry,
  PresenceReading,
  PresenceReport,
  PresenceUser,
  legacyPresence,
  modernPresence,
} from '@stoa/redis';
import { NatsHintTransport, publishEphemeral } from '@stoa/changes';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import {
  getRealmPresence,
  getUserPresence,
  setPresenceVisibility,
  storePresence,
  storePresenceSince,
} from '@stoa/contracts/presence';
import type { PresenceTimes, StorePresenceRequest } from '@stoa/contracts/presence';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository, Directory, DirectoryUser } from '@stoa/directory';
import { badRequest, insufficientPermission, noSuchUser } from '@stoa/errors';
import { isGuest, limitsGuests } from '@stoa/policy';
import { Handles, RawJson } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { PresenceEnvironment } from '../presence.environment';
import { PresenceFacts, PresenceFactsReader } from './presence-facts';
import { PresenceState } from './presence-state';
import { presenceEvent } from './presence-change';

const DAY_SECONDS = 86_400;
const DEFAULT_HISTORY_DAYS = 14;
/** After so many seconds `aggregated` says that a user is offline. */
const OFFLINE_SECONDS = 200;

/**
 * Presences of a moment, and an organization whose users are all that had reported until then: so no answer goes past a
 * report that it leaves out.
 */
interface Moment {
  reading: PresenceReading;
  facts: PresenceFacts;
}

interface Visible {
  user: PresenceUser;
  entry: PresenceEntry;
}

/** Presence (users.md 11): kept in Redis, written back to PostgreSQL, sent as events that may be lost. */
@Injectable()
export class PresenceService {
  constructor(
    private readonly state: PresenceState,
    private readonly directory: Directory,
    private readonly facts: PresenceFactsReader,
    private readonly accessible: AccessibleUsersRepository,
    private readonly database: Database,
    private readonly transport: NatsHintTransport,
    private readonly environment: PresenceEnvironment,
  ) {}

  /** The report is stored before anything is read. */
  @Handles(storePresence)
  async report(ctx: ActorContext, request: RpcRequest<typeof storePresence>): Promise<RawJson> {
    const moment = await this.store(ctx, request.status);
    if (request.ping_only) return answer({ presence_last_update_id: request.last_update_id ?? -1 });
    return this.answerReport(ctx, request, moment);
  }

  /** The same of a client that knows an id; mostly the caller's copy is brought up to date, and nothing else is read. */
  @Handles(storePresenceSince)
  async reportSince(
    ctx: ActorContext,
    { status, last_update_id, copy }: RpcRequest<typeof storePresenceSince>,
  ): Promise<RpcResponse<typeof storePresenceSince>> {
    const moment = await this.store(ctx, status);
    const { facts } = moment;
    const server_timestamp = Date.now() / 1000;
    if (facts.settings.presenceDisabled) {
      return { server_timestamp, own: { presence_last_update_id: -1, presences: {} }, copy: null };
    }
    if (!this.isLimited(ctx)) return { server_timestamp, own: null, copy: copyUpdate(moment, copy) };
    const found = await this.visible(ctx, moment, { after: last_update_id, days: Infinity });
    return { server_timestamp, own: modernAnswer(found, last_update_id), copy: null };
  }

  @Handles(getRealmPresence)
  async ofRealm(ctx: ActorContext): Promise<RpcResponse<typeof getRealmPresence>> {
    const { realmId } = ctx.actor;
    const moment = await this.read(realmId);
    const entries = moment.facts.settings.presenceDisabled
      ? []
      : await this.visible(ctx, moment, { after: 0, days: DEFAULT_HISTORY_DAYS });
    return {
      presences: Object.fromEntries(entries.map(({ user, entry }) => [user.email, legacyPresence(entry)])),
      server_timestamp: Date.now() / 1000,
    };
  }

  /** @throws DomainError with the texts of users.md 11 */
  @Handles(getUserPresence)
  async ofUser(
    ctx: ActorContext,
    { user: reference }: RequestOf<typeof getUserPresence>,
  ): Promise<RpcResponse<typeof getUserPresence>> {
    const { realmId } = ctx.actor;
    return this.directory.decideConfirmed(realmId, async (directoryView) => {
      const users = await directoryView.users();
      const user = /^\d+$/.test(reference) ? users.get(Number(reference)) : users.byApiEmail(reference);
      if (!user?.isActive) throw noSuchUser();
      if (user.isBot) throw badRequest('Presence is not supported for bot users.');
      const settings = await directoryView.settings();
      const accessible = await this.accessibleTo(ctx);
      if (accessible && !accessible.has(user.id)) throw insufficientPermission();
      const entry = settings.presenceDisabled ? undefined : (await this.state.read(realmId)).presence.get(user.id);
      if (!entry) throw badRequest(`No presence data for ${reference}`);
      const { status, timestamp } = legacyPresence(entry).aggregated;
      const now = Date.now() / 1000;
      const isOffline = now - timestamp > OFFLINE_SECONDS;
      return {
        server_timestamp: now,
        presence: {
          ...modernPresence(entry, user.joinedAtSeconds),
          website: { status, timestamp },
          aggregated: { status: isOffline ? 'offline' : status, timestamp },
        },
      };
    });
  }

  /** Sent at once, whatever the organization's size and settings. */
  @Handles(setPresenceVisibility)
  async setVisibility(
    ctx: ActorContext,
    { userId, isVisible }: RpcRequest<typeof setPresenceVisibility>,
  ): Promise<void> {
    const { realmId } = ctx.actor;
    const { presence } = await this.state.report(realmId, userId, isVisible ? 'shown' : 'hidden');
    const facts = await this.facts.current(realmId);
    await this.tell(ctx, facts, presence.get(userId), { isForced: true });
  }

  /** Stores the report. The copy of the users is confirmed in its round trip. */
  private async store(ctx: ActorContext, status: PresenceReport): Promise<Moment> {
    const { realmId, userId } = ctx.actor;
    const copy = this.facts.copy(realmId) ?? (await this.facts.read(realmId));
    if (isSwitchedOff(copy, userId) && isSwitchedOff(await this.facts.current(realmId), userId)) {
      return this.read(realmId);
    }
    // The question is put at the end of this turn: behind the report, so that what it confirms covers whoever has reported
    // until then, and asked for before it, so that it leaves in the same write.
    const [isCurrent, reading] = await Promise.all([
      this.facts.confirm(realmId, copy),
      this.state.report(realmId, userId, status),
    ]);
    const facts = isCurrent && !reading.isLate ? copy : await this.facts.read(realmId);
    if (reading.isEventDue && !isSwitchedOff(facts, userId)) {
      await this.tell(ctx, facts, reading.presence.get(userId), { isForced: false });
    }
    return { reading, facts };
  }

  private async read(realmId: number): Promise<Moment> {
    const reading = await this.state.read(realmId);
    return { reading, facts: await this.facts.current(realmId) };
  }

  private async answerReport(
    ctx: ActorContext,
    { last_update_id, history_limit_days, slim_presence }: StorePresenceRequest,
    moment: Moment,
  ): Promise<RawJson> {
    const server_timestamp = Date.now() / 1000;
    if (moment.facts.settings.presenceDisabled) return answer({ presence_last_update_id: -1, server_timestamp }, '{}');
    const after = Math.max(last_update_id ?? 0, 0);
    const found = await this.visible(ctx, moment, { after, days: after > 0 ? Infinity : history_limit_days });
    const modern = modernAnswer(found, last_update_id ?? -1);
    const isModern = slim_presence || last_update_id !== undefined;
    const presences = isModern
      ? modern.presences
      : Object.fromEntries(found.map(({ user, entry }) => [user.email, legacyPresence(entry)]));
    const { presence_last_update_id } = modern;
    return answer({ presence_last_update_id, server_timestamp }, JSON.stringify(presences));
  }

  private async visible(
    ctx: ActorContext,
    { reading: { presence, upTo }, facts: { view } }: Moment,
    { after, days }: { after: number; days: number },
  ): Promise<Visible[]> {
    if (days <= 0) return [];
    const accessible = await this.accessibleTo(ctx);
    const oldest = Date.now() / 1000 - days * DAY_SECONDS;
    const found: Visible[] = [];
    for (const entry of presence.since(after, upTo)) {
      const user = view.find(entry.userId);
      if (!user || entry.lastConnected < oldest || (accessible && !accessible.has(user.id))) continue;
      found.push({ user, entry });
    }
    return found;
  }

  private isLimited(ctx: ActorContext): boolean {
    return this.environment.STOA_PRESENCE_LIMITED_BY_ACCESS && isGuest(ctx.actor);
  }

  /** Null: everybody. */
  private accessibleTo(ctx: ActorContext): Promise<Set<number> | null> {
    if (!this.isLimited(ctx)) return Promise.resolve(null);
    const { realmId, userId } = ctx.actor;
    return this.accessible.ofGuest(this.database, { realmId, guestId: userId });
  }

  private async tell(
    ctx: ActorContext,
    { settings, users, groups, view }: PresenceFacts,
    entry: PresenceEntry | undefined,
    { isForced }: { isForced: boolean },
  ): Promise<void> {
    const user = entry && view.find(entry.userId);
    if (!user || (settings.presenceDisabled && !isForced)) return;
    const { realmId, partition } = ctx.actor;
    const active = [...users.byId.values()].filter(({ isActive }) => isActive);
    if (active.length > this.environment.STOA_PRESENCE_EVENT_RECIPIENTS && !isForced) return;
    const isLimiting = limitsGuests(groups.named.get(settings.canAccessAllUsersGroup)?.name);
    const audience = await this.audienceOf(realmId, user.id, active, isLimiting);
    const event = presenceEvent(user, entry, audience, Date.now() / 1000);
    publishEphemeral(this.transport, { partition, realmId }, [event]);
  }

  private async audienceOf(
    realmId: number,
    userId: number,
    active: readonly DirectoryUser[],
    isLimiting: boolean,
  ): Promise<number[]> {
    if (!isLimiting || !this.environment.STOA_PRESENCE_LIMITED_BY_ACCESS) return active.map(({ id }) => id);
    const guests = await this.accessible.guestsWithAccessTo(this.database, { realmId, userId });
    return active.filter((user) => !isGuest(user) || guests.has(user.id)).map(({ id }) => id);
  }
}

/** Whether the account does not want its presence to be known. */
function isSwitchedOff({ users }: PresenceFacts, userId: number): boolean {
  return users.get(userId)?.presenceEnabled === false;
}

/** What a copy lacks, or everything if there is none of the same users. */
function copyUpdate(
  { reading: { presence, upTo }, facts: { view } }: Moment,
  copy: RpcRequest<typeof storePresenceSince>['copy'],
): RpcResponse<typeof storePresenceSince>['copy'] {
  const isWhole = copy?.usersVersion !== view.version;
  const changes: PresenceTimes[] = [];
  for (const entry of presence.since(isWhole ? 0 : copy.updateId, upTo)) {
    const user = view.find(entry.userId);
    if (!user) continue;
    const { active_timestamp: active, idle_timestamp: idle } = modernPresence(entry, user.dateJoined);
    changes.push([user.id, active, idle, entry.updateId]);
  }
  return { usersVersion: view.version, updateId: upTo, isWhole, changes };
}

function modernAnswer(found: readonly Visible[], knownId: number) {
  const presences = found.map(({ user, entry }) => [user.id, modernPresence(entry, user.dateJoined)]);
  const newest = found.reduce((id, { entry }) => Math.max(id, entry.updateId), knownId);
  return { presence_last_update_id: newest, presences: Object.fromEntries(presences) };
}

/** @param presences JSON text of the object; absent for a ping */
function answer(fields: { presence_last_update_id: number; server_timestamp?: number }, presences?: string): RawJson {
  const head = JSON.stringify({ ...fields, zephyr_mirror_active: false, legacy_mirror_active: false });
  return new RawJson(presences === undefined ? head : `${head.slice(0, -1)},"presences":${presences}}`);
}
