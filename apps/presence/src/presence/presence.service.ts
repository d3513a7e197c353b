import { Injectable } from '@nestjs/common';
import {
  PresenceEntry,
  PresenceReport,
  PresenceUser,
  RealmPresence,
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
import { AccessibleUsersRepository, Directory, DirectoryUser, RealmSettings, RealmUsers } from '@stoa/directory';
import { badRequest, insufficientPermission, noSuchUser } from '@stoa/errors';
import { isGuest, limitsGuests } from '@stoa/policy';
import { Handles, RawJson } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { PresenceEnvironment } from '../presence.environment';
import { PresenceState } from './presence-state';
import { presenceEvent } from './presence-change';

const DAY_SECONDS = 86_400;
const DEFAULT_HISTORY_DAYS = 14;
/** After so many seconds `aggregated` says that a user is offline. */
const OFFLINE_SECONDS = 200;
/** Names and deactivations may be shown this late; who may see whom is never decided on such a copy. */
const COPY_LIFE_MS = 1_000;

/** Accounts whose presence is shown: active humans. */
interface PresenceView {
  /** Changes when any of them does; greater is newer. */
  version: number;
  find(userId: number): PresenceUser | undefined;
}

/** The organization as a report sees it. */
interface PresenceFacts {
  settings: RealmSettings;
  users: RealmUsers;
  view: PresenceView;
}

interface Visible {
  user: PresenceUser;
  entry: PresenceEntry;
}

/** Presence (users.md 11): kept in Redis, written back to PostgreSQL, sent as events that may be lost. */
@Injectable()
export class PresenceService {
  private readonly copies = new Map<number, { facts: PresenceFacts; readAt: number }>();

  constructor(
    private readonly state: PresenceState,
    private readonly directory: Directory,
    private readonly accessible: AccessibleUsersRepository,
    private readonly database: Database,
    private readonly transport: NatsHintTransport,
    private readonly environment: PresenceEnvironment,
  ) {}

  /** The report is stored before anything is read. */
  @Handles(storePresence)
  async report(ctx: ActorContext, request: RpcRequest<typeof storePresence>): Promise<RawJson> {
    const facts = await this.factsWith(ctx.actor.realmId, ctx.actor.userId);
    const presence = await this.store(ctx, facts, request.status);
    if (request.ping_only) return answer({ presence_last_update_id: request.last_update_id ?? -1 });
    return this.answerReport(ctx, request, facts, presence);
  }

  /** The same of a client that knows an id; mostly the caller's copy is brought up to date, and nothing else is read. */
  @Handles(storePresenceSince)
  async reportSince(
    ctx: ActorContext,
    { status, last_update_id, copy }: RpcRequest<typeof storePresenceSince>,
  ): Promise<RpcResponse<typeof storePresenceSince>> {
    const { realmId, userId } = ctx.actor;
    const recent = await this.factsWith(realmId, userId);
    const facts = copy && copy.usersVersion > recent.view.version ? await this.facts(realmId, 0) : recent;
    const presence = await this.store(ctx, facts, status);
    const server_timestamp = Date.now() / 1000;
    if (facts.settings.presenceDisabled) {
      return { server_timestamp, own: { presence_last_update_id: -1, presences: {} }, copy: null };
    }
    if (!this.isLimited(ctx)) return { server_timestamp, own: null, copy: copyUpdate(presence, facts.view, copy) };
    const found = await this.visible(ctx, facts, presence, { after: last_update_id, days: Infinity });
    return { server_timestamp, own: modernAnswer(found, last_update_id), copy: null };
  }

  @Handles(getRealmPresence)
  async ofRealm(ctx: ActorContext): Promise<RpcResponse<typeof getRealmPresence>> {
    const { realmId } = ctx.actor;
    const facts = await this.facts(realmId);
    const entries = facts.settings.presenceDisabled
      ? []
      : await this.visible(ctx, facts, await this.state.read(realmId), { after: 0, days: DEFAULT_HISTORY_DAYS });
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
      const entry = settings.presenceDisabled ? undefined : (await this.state.read(realmId)).get(user.id);
      if (!entry) throw badRequest(`No presence data for ${reference}`);
      const { status, timestamp } = legacyPresence(entry).aggregated;
      const isOffline = Date.now() / 1000 - timestamp > OFFLINE_SECONDS;
      return {
        presence: { website: { status, timestamp }, aggregated: { status: isOffline ? 'offline' : status, timestamp } },
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
    const facts = await this.factsWith(realmId, userId);
    const { presence } = await this.state.report(realmId, userId, isVisible ? 'shown' : 'hidden');
    await this.tell(ctx, facts, presence.get(userId), { isForced: true });
  }

  private async store(ctx: ActorContext, facts: PresenceFacts, status: PresenceReport): Promise<RealmPresence> {
    const { realmId, userId } = ctx.actor;
    if (facts.users.get(userId)?.presenceEnabled === false) return this.state.read(realmId);
    const { isEventDue, presence } = await this.state.report(realmId, userId, status);
    if (isEventDue) await this.tell(ctx, facts, presence.get(userId), { isForced: false });
    return presence;
  }

  private async answerReport(
    ctx: ActorContext,
    { last_update_id, history_limit_days, slim_presence }: StorePresenceRequest,
    facts: PresenceFacts,
    presence: RealmPresence,
  ): Promise<RawJson> {
    const server_timestamp = Date.now() / 1000;
    if (facts.settings.presenceDisabled) return answer({ presence_last_update_id: -1, server_timestamp }, '{}');
    const after = Math.max(last_update_id ?? 0, 0);
    const found = await this.visible(ctx, facts, presence, { after, days: after > 0 ? Infinity : history_limit_days });
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
    { view }: PresenceFacts,
    presence: RealmPresence,
    { after, days }: { after: number; days: number },
  ): Promise<Visible[]> {
    if (days <= 0) return [];
    const accessible = await this.accessibleTo(ctx);
    const oldest = Date.now() / 1000 - days * DAY_SECONDS;
    const found: Visible[] = [];
    for (const entry of presence.since(after)) {
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
    { settings, users, view }: PresenceFacts,
    entry: PresenceEntry | undefined,
    { isForced }: { isForced: boolean },
  ): Promise<void> {
    const user = entry && view.find(entry.userId);
    if (!user || (settings.presenceDisabled && !isForced)) return;
    const { realmId, partition } = ctx.actor;
    const active = [...users.byId.values()].filter(({ isActive }) => isActive);
    if (active.length > this.environment.STOA_PRESENCE_EVENT_RECIPIENTS && !isForced) return;
    const audience = await this.audienceOf(realmId, user.id, active, settings);
    const event = presenceEvent(user, entry, audience, Date.now() / 1000);
    publishEphemeral(this.transport, { partition, realmId }, [event]);
  }

  private async audienceOf(
    realmId: number,
    userId: number,
    active: readonly DirectoryUser[],
    settings: RealmSettings,
  ): Promise<number[]> {
    if (!this.environment.STOA_PRESENCE_LIMITED_BY_ACCESS) return active.map(({ id }) => id);
    const groups = await this.directory.groups.get(realmId);
    if (!limitsGuests(groups.named.get(settings.canAccessAllUsersGroup)?.name)) return active.map(({ id }) => id);
    const guests = await this.accessible.guestsWithAccessTo(this.database, { realmId, userId });
    return active.filter((user) => !isGuest(user) || guests.has(user.id)).map(({ id }) => id);
  }

  /** The organization with a copy that knows an account: one that was just created reports at once. */
  private async factsWith(realmId: number, userId: number): Promise<PresenceFacts> {
    const facts = await this.facts(realmId);
    return facts.users.get(userId) ? facts : this.facts(realmId, 0);
  }

  private async facts(realmId: number, lifeMs = COPY_LIFE_MS): Promise<PresenceFacts> {
    const known = this.copies.get(realmId);
    const now = performance.now();
    if (known && now - known.readAt < lifeMs) return known.facts;
    const facts = await this.directory.decideConfirmed(realmId, async (view) => {
      const [settings, users] = await Promise.all([view.settings(), view.users()]);
      return { settings, users, view: presenceView(users) };
    });
    this.copies.set(realmId, { facts, readAt: now });
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

/** What a copy lacks, or everything if there is none of the same users. */
function copyUpdate(
  presence: RealmPresence,
  view: PresenceView,
  copy: RpcRequest<typeof storePresenceSince>['copy'],
): RpcResponse<typeof storePresenceSince>['copy'] {
  const isWhole = copy?.usersVersion !== view.version;
  const changes: PresenceTimes[] = [];
  for (const entry of presence.since(isWhole ? 0 : copy.updateId)) {
    const user = view.find(entry.userId);
    if (!user) continue;
    const { active_timestamp: active, idle_timestamp: idle } = modernPresence(entry, user.dateJoined);
    changes.push([user.id, active, idle, entry.updateId]);
  }
  return { usersVersion: view.version, updateId: presence.knownId, isWhole, changes };
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
