import { Injectable } from '@nestjs/common';
import { PresenceEntry, PresenceUser, PresenceView, RealmPresence, legacyPresence, modernPresence } from '@stoa/cache';
import { NatsHintTransport, publishEphemeral } from '@stoa/changes';
import {
  ReportPresenceRequest,
  RpcRequest,
  RpcResponse,
  badRequest,
  getRealmPresence,
  getUserPresence,
  setPresenceVisibility,
} from '@stoa/contracts';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository, Directory, DirectoryUser, RealmSettings, RealmUsers } from '@stoa/directory';
import { isGuest, limitsGuests } from '@stoa/policy';
import { ActorContext, RawJson } from '@stoa/rpc';
import { PresenceEnvironment } from '../presence.environment';
import { PresenceState } from './presence-state';
import { presenceEvent } from './presence-change';

const DAY_SECONDS = 86_400;
const DEFAULT_HISTORY_DAYS = 14;
/** After so many seconds `aggregated` says that a user is offline. */
const OFFLINE_SECONDS = 200;
/** Names and deactivations may be shown this late; who may see whom is never decided on such a copy. */
const COPY_LIFE_MS = 1_000;

/** The organization as a report sees it. */
interface Scene {
  settings: RealmSettings;
  users: RealmUsers;
  view: PresenceView;
}

/** Presence (users.md 11): kept in Redis, written back to PostgreSQL, told as events that may be lost. */
@Injectable()
export class PresenceService {
  private readonly scenes = new Map<number, { scene: Scene; readAt: number }>();

  constructor(
    private readonly state: PresenceState,
    private readonly directory: Directory,
    private readonly accessible: AccessibleUsersRepository,
    private readonly database: Database,
    private readonly transport: NatsHintTransport,
    private readonly environment: PresenceEnvironment,
  ) {}

  /** `POST /users/me/presence`: the report is stored before anything is read. */
  async report(ctx: ActorContext, request: ReportPresenceRequest): Promise<RawJson> {
    const { realmId, userId } = ctx.actor;
    const scene = await this.sceneWith(realmId, userId);
    const isHidden = scene.users.get(userId)?.presenceEnabled === false;
    const { isEventDue, presence } = isHidden
      ? { isEventDue: false, presence: await this.state.read(realmId) }
      : await this.state.report(realmId, userId, request.status);
    if (isEventDue) await this.tell(ctx, scene, presence.get(userId), { isForced: false });
    if (request.pingOnly) return answer({ presence_last_update_id: request.lastUpdateId ?? -1 });
    return this.answerReport(ctx, request, scene, presence);
  }

  /** `GET /realm/presence`. */
  async ofRealm(ctx: ActorContext): Promise<RpcResponse<typeof getRealmPresence>> {
    const { realmId } = ctx.actor;
    const scene = await this.scene(realmId);
    const entries = scene.settings.presenceDisabled
      ? []
      : await this.visible(ctx, scene, await this.state.read(realmId), { after: 0, days: DEFAULT_HISTORY_DAYS });
    return {
      presences: Object.fromEntries(entries.map(({ user, entry }) => [user.email, legacyPresence(entry)])),
      server_timestamp: Date.now() / 1000,
    };
  }

  /** @throws DomainError with the texts of users.md 11 */
  async ofUser(ctx: ActorContext, reference: string): Promise<RpcResponse<typeof getUserPresence>> {
    const { realmId } = ctx.actor;
    return this.directory.decideConfirmed(realmId, async (directoryView) => {
      const users = await directoryView.users();
      const user = /^\d+$/.test(reference) ? users.get(Number(reference)) : users.byApiEmail(reference);
      if (!user?.isActive) throw badRequest('No such user');
      if (user.isBot) throw badRequest('Presence is not supported for bot users.');
      const settings = await directoryView.settings();
      const accessible = await this.accessibleTo(ctx);
      if (accessible && !accessible.has(user.id)) throw badRequest('Insufficient permission');
      const entry = settings.presenceDisabled ? undefined : (await this.state.read(realmId)).get(user.id);
      if (!entry) throw badRequest(`No presence data for ${reference}`);
      const { status, timestamp } = legacyPresence(entry).aggregated;
      const isOffline = Date.now() / 1000 - timestamp > OFFLINE_SECONDS;
      return {
        presence: { website: { status, timestamp }, aggregated: { status: isOffline ? 'offline' : status, timestamp } },
      };
    });
  }

  /** Told at once, whatever the organization's size and settings. */
  async setVisibility(
    ctx: ActorContext,
    { userId, isVisible }: RpcRequest<typeof setPresenceVisibility>,
  ): Promise<void> {
    const { realmId } = ctx.actor;
    const scene = await this.sceneWith(realmId, userId);
    const { presence } = await this.state.report(realmId, userId, isVisible ? 'shown' : 'hidden');
    await this.tell(ctx, scene, presence.get(userId), { isForced: true });
  }

  private async answerReport(
    ctx: ActorContext,
    { lastUpdateId, historyLimitDays, slimPresence }: ReportPresenceRequest,
    scene: Scene,
    presence: RealmPresence,
  ): Promise<RawJson> {
    const server_timestamp = Date.now() / 1000;
    if (scene.settings.presenceDisabled) return answer({ presence_last_update_id: -1, server_timestamp }, '{}');
    const isModern = slimPresence || lastUpdateId !== null;
    const isIncremental = lastUpdateId !== null && lastUpdateId > 0;
    const after = isIncremental ? lastUpdateId : 0;
    if (isModern && isIncremental && !this.isLimited(ctx)) {
      const newest = Math.max(presence.knownId, after);
      return answer({ presence_last_update_id: newest, server_timestamp }, presence.modernJson(after, scene.view));
    }
    const days = isIncremental ? Infinity : historyLimitDays;
    const entries = await this.visible(ctx, scene, presence, { after, days });
    const newest = entries.reduce((id, { entry }) => Math.max(id, entry.updateId), lastUpdateId ?? -1);
    const fields = entries.map(({ user, entry }) =>
      isModern ? [user.id, modernPresence(entry, user.dateJoined)] : [user.email, legacyPresence(entry)],
    );
    return answer({ presence_last_update_id: newest, server_timestamp }, JSON.stringify(Object.fromEntries(fields)));
  }

  private async visible(
    ctx: ActorContext,
    { view }: Scene,
    presence: RealmPresence,
    { after, days }: { after: number; days: number },
  ): Promise<{ user: PresenceUser; entry: PresenceEntry }[]> {
    if (days <= 0) return [];
    const accessible = await this.accessibleTo(ctx);
    const oldest = Date.now() / 1000 - days * DAY_SECONDS;
    const found: { user: PresenceUser; entry: PresenceEntry }[] = [];
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
    { settings, users, view }: Scene,
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
    const guests = await this.accessible.guestsReaching(this.database, { realmId, userId });
    return active.filter((user) => !isGuest(user) || guests.has(user.id)).map(({ id }) => id);
  }

  /** The organization with a copy that knows an account: one that was just created reports at once. */
  private async sceneWith(realmId: number, userId: number): Promise<Scene> {
    const scene = await this.scene(realmId);
    return scene.users.get(userId) ? scene : this.scene(realmId, 0);
  }

  private async scene(realmId: number, lifeMs = COPY_LIFE_MS): Promise<Scene> {
    const known = this.scenes.get(realmId);
    const now = performance.now();
    if (known && now - known.readAt < lifeMs) return known.scene;
    const scene = await this.directory.decideConfirmed(realmId, async (view) => {
      const [settings, users] = await Promise.all([view.settings(), view.users()]);
      return { settings, users, view: presenceView(users) };
    });
    this.scenes.set(realmId, { scene, readAt: now });
    return scene;
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

/** @param presences JSON text of the object; absent for a ping */
function answer(
  fields: { presence_last_update_id: number; server_timestamp?: number },
  presences?: string | Buffer,
): RawJson {
  const head = JSON.stringify({ ...fields, zephyr_mirror_active: false, legacy_mirror_active: false });
  if (presences === undefined) return new RawJson(Buffer.from(head));
  const text = Buffer.from(presences);
  return new RawJson(Buffer.concat([Buffer.from(`${head.slice(0, -1)},"presences":`), text, Buffer.from('}')]));
}
