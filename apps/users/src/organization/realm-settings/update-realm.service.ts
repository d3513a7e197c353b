import { Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import type { Audience } from '@stoa/contracts/changes';
import type { RpcResponse } from '@stoa/contracts/rpc';
import type { GroupSettingValue } from '@stoa/contracts/users';
import { realmSettingColumn, updateRealm } from '@stoa/contracts/organization';
import type { UpdateRealmRequest } from '@stoa/contracts/organization';
import { Database, WriteTransaction, isUniqueViolation, lockRealm, setKeys, storeSettingGroup } from '@stoa/database';
import { ChangeFacts, ChangeFactsReader, Directory, changedGroupSetting } from '@stoa/directory';
import { LAST_OWN_METHOD, badRequest, invalidChannelId } from '@stoa/errors';
import { mediaProxyKey } from '@stoa/outgoing-http';
import {
  REALM_PERMISSION_SETTINGS,
  RealmPermissionSetting,
  canAccessChannelMetadata,
  checkSubdomain,
  enumerationCode,
  limitsGuests,
  losesOwnMethods,
  offeredBackends,
  realmHost,
} from '@stoa/policy';
import { Descriptions } from '@stoa/rendering';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { authenticationMethods } from '../../register/sections/realm.section';
import { OwnMethodsRepository } from '../../shared/own-methods/own-methods.repository';
import { sendsDigests } from '../../shared/realm-facts/digests';
import { videoProviders } from '../../shared/realm-facts/video-providers';
import { GuestLimits } from '../../shared/user-changes/guest-limits';
import { isAccessLimited } from '../../shared/user-changes/user-audiences';
import { activeUserIds, policyUser, requireRole } from '../../shared/user-changes/user-rules';
import { UsersEnvironment } from '../../users-environment';
import { FullMembers } from './full-members';
import { HostChange } from './host-change';
import { dictUpdated, permissionChanged, settingChanged } from './realm-change';
import { ServerOffers, checkRequest } from './realm-setting-checks';
import { RealmRow, RealmSettingsRepository, SettingColumn } from './realm-settings.repository';
import { storedSettings } from './stored-settings';
import { checkWorkplaceGroup } from './workplace-group-check';

type Report = RpcResponse<typeof updateRealm>;
/** Simple settings by name, as they are stored. */
type Settings = ReadonlyMap<string, SettingColumn>;

/** One call's work: what is to be written and reported. */
interface Update {
  tx: WriteTransaction;
  facts: ChangeFacts;
  realm: RealmRow;
  to: Audience;
  columns: Record<string, unknown>;
  report: Record<string, unknown>;
}

const CHANNEL_SETTINGS: ReadonlySet<string> = new Set([
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
  'moderation_request_channel_id',
]);
const SUBDOMAIN_TAKEN = 'Subdomain is already in use. Please choose a different one.';
const NO_CHANNEL = -1;

/** `PATCH /realm` (organization.md 4): all of it in one transaction, with one event per setting. */
@Injectable()
export class UpdateRealmService {
  private readonly offers: Pick<ServerOffers, 'videoProviders'>;

  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly facts: ChangeFactsReader,
    private readonly repository: RealmSettingsRepository,
    private readonly fullMembers: FullMembers,
    private readonly guestLimits: GuestLimits,
    private readonly hostChange: HostChange,
    private readonly environment: UsersEnvironment,
    private readonly descriptions: Descriptions,
    private readonly ownMethods: OwnMethodsRepository,
  ) {
    this.offers = { videoProviders: videoProviders(environment).map(({ id }) => id) };
  }

  @Handles(updateRealm)
  async update(ctx: ActorContext, sent: UpdateRealmRequest): Promise<Report> {
    const request = withPresentNames(sent);
    const { realmId } = ctx.actor;
    const write = this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const facts = await this.facts.current(ctx);
      requireRole('administrator', facts.requester);
      const realm = await this.repository.realm(tx);
      checkRequest(request, facts.requester.role, { ...this.offers, authenticationMethods: this.offeredBy(realm) });
      const settings = storedSettings(request);
      const to = encodeAudience(activeUserIds(facts.users));
      const update: Update = { tx, facts, realm, to, columns: {}, report: {} };
      await this.checkChannels(update, settings);
      await this.applySettings(update, settings);
      await this.applyMethods(update, request);
      await this.applyPermissions(update, request);
      await this.applySubdomain(update, request);
      if (Object.keys(update.columns).length > 0) await this.repository.update(tx, update.columns);
      return update.report as Report;
    });
    return write.catch((error: unknown) => {
      // Another organization took it at the same moment.
      if (isUniqueViolation(error, 'realm_string_id_key')) throw badRequest(SUBDOMAIN_TAKEN);
      throw error;
    });
  }

  /** The requester must see a special channel; the one for reports must be private (organization.md 4.6). */
  private async checkChannels({ facts }: Update, settings: Settings): Promise<void> {
    const named = [...settings].flatMap(([name, channelId]) => {
      if (!CHANNEL_SETTINGS.has(name) || typeof channelId !== 'number' || channelId < 0) return [];
      const channel = facts.channels.byId.get(channelId);
      if (!channel || channel.isArchived) throw invalidChannelId();
      return [{ name, channelId, channel }];
    });
    await this.directory.refresh(named.map(({ channelId }) => setKeys.channel(channelId)));
    for (const { name, channelId, channel } of named) {
      const members = await this.directory.members.get(channelId);
      const viewer = {
        user: policyUser(facts.requester),
        isSubscribed: members.isSubscribed(facts.requester.id),
        groups: facts.groups.graph,
      };
      if (!canAccessChannelMetadata(channel, viewer)) throw invalidChannelId();
      if (name === 'moderation_request_channel_id' && !channel.inviteOnly) {
        throw badRequest('Moderation request channel must be private.');
      }
    }
  }

  private async applySettings(update: Update, settings: Settings): Promise<void> {
    const { tx, realm, columns, report, to } = update;
    for (const [name, given] of settings) {
      const value = CHANNEL_SETTINGS.has(name) && Number(given) < 0 ? NO_CHANNEL : given;
      const code = enumerationCode(name, value);
      if (code !== undefined) report[name] = code;
      const column = realmSettingColumn(name);
      if (realm[column] === value && name !== 'org_type') continue;
      columns[column] = value;
      const html = name === 'description' ? await this.rendered(update.facts, String(value)) : undefined;
      if (html !== undefined) columns.rendered_description = html;
      report[name] = code ?? reported(value);
      tx.emit(settingChanged(name, this.shown(name, value), to, html));
      if (name === 'waiting_period_threshold') await this.fullMembers.renew(update, Number(value));
    }
  }

  /** As clients are told of it. */
  private shown(name: string, value: SettingColumn): SettingColumn {
    return name === 'digest_emails_enabled' ? value === true && sendsDigests(this.environment) : value;
  }

  private rendered(facts: ChangeFacts, description: string): Promise<string> {
    const sources = { ...facts, realmUrl: facts.ctx.actor.realmUrl, mediaProxyKey: mediaProxyKey(this.environment) };
    return this.descriptions.html(description, facts.requester, sources);
  }

  private async applyMethods(update: Update, { authentication_methods: given }: UpdateRealmRequest): Promise<void> {
    if (!given) return;
    const offered = this.offeredBy(update.realm);
    const stored = { ...update.realm.authentication_methods, ...given };
    const before = authenticationMethods(update.realm.authentication_methods, offered);
    const after = authenticationMethods(stored, offered);
    if (Object.entries(after).every(([name, { enabled }]) => before[name]?.enabled === enabled)) return;
    const own = await this.ownMethods.of(update.tx, update.facts.requester.id);
    if (losesOwnMethods(own, { ...own, switches: stored })) throw badRequest(LAST_OWN_METHOD);
    update.columns.authentication_methods = stored;
    update.report.authentication_methods = Object.fromEntries(
      Object.entries(after).map(([name, { enabled }]) => [name, enabled]),
    );
    update.tx.emit(dictUpdated({ authentication_methods: after }, update.to));
  }

  /** At most one group is stored per setting that the call names. */
  private async applyPermissions(update: Update, request: UpdateRealmRequest): Promise<void> {
    const { tx, facts, realm, columns, report, to } = update;
    for (const name of Object.keys(REALM_PERMISSION_SETTINGS) as RealmPermissionSetting[]) {
      const change = request[name];
      if (change === undefined) continue;
      const setting = REALM_PERMISSION_SETTINGS[name];
      const currentGroupId = realm[name] ?? facts.groups.graph.idOf(setting.defaultGroup);
      const value = changedGroupSetting({ name, setting, update: change, currentGroupId }, facts);
      if (value === undefined) continue;
      if (name === 'workplace_users_group') await this.checkWorkplace(update, value);
      columns[name] = await storeSettingGroup(tx, currentGroupId, value);
      report[name] = value;
      tx.emit(permissionChanged(name, value, to));
      if (name === 'can_access_all_users_group') await this.limitGuests(update, value);
    }
  }

  private async checkWorkplace({ tx, facts, realm, columns }: Update, value: GroupSettingValue): Promise<void> {
    const { repository } = this;
    const canManageAllGroups = Number(columns.can_manage_all_groups ?? realm.can_manage_all_groups);
    await checkWorkplaceGroup(value, { tx, facts, canManageAllGroups, repository });
  }

  /** Which users guests see is part of what copies of the user list hold. */
  private async limitGuests({ tx, facts }: Update, value: GroupSettingValue): Promise<void> {
    tx.bump(setKeys.realmUsers(tx.realmId));
    const group = typeof value === 'number' ? facts.groups.named.get(value) : undefined;
    const isLimited = limitsGuests(group?.name);
    if (isLimited !== isAccessLimited(facts)) tx.emit(...(await this.guestLimits.changed(tx, facts, isLimited)));
  }

  private async applySubdomain(update: Update, { string_id: stringId }: UpdateRealmRequest): Promise<void> {
    if (stringId === undefined) return;
    if (update.realm.demo_organization_scheduled_deletion_at === null) throw badRequest('Must be a demo organization.');
    const problem = checkSubdomain(stringId);
    if (problem !== undefined) throw badRequest(problem);
    if (await this.repository.isSubdomainTaken(update.tx, stringId)) throw badRequest(SUBDOMAIN_TAKEN);
    const { STOA_EXTERNAL_SCHEME: scheme, STOA_EXTERNAL_HOST: externalHost } = this.environment;
    const host = (await this.repository.customHost(update.tx)) ?? realmHost(stringId, externalHost);
    const url = `${scheme}://${host}`;
    update.columns.string_id = stringId;
    Object.assign(update.report, { string_id: 'updated', realm_uri: url, realm_url: url });
    await this.hostChange.apply(update.tx, update.facts, host);
  }

  /** The service's own methods, and those of the organization's providers. */
  private offeredBy(realm: RealmRow): string[] {
    return offeredBackends(this.isDevelopment, realm.sign_in_kinds);
  }

  private get isDevelopment(): boolean {
    return this.environment.STOA_MODE === 'development';
  }
}

/** Of settings that were renamed, by their earlier names too. */
function withPresentNames({ giphy_rating: rating, ...request }: UpdateRealmRequest): UpdateRealmRequest {
  return rating === undefined ? request : { gif_rating_policy: rating, ...request };
}

function reported(value: SettingColumn): SettingColumn {
  return typeof value === 'string' ? 'updated' : value;
}
