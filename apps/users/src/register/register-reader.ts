import { Injectable } from '@nestjs/common';
import type { RegisterRequest } from '@stoa/contracts/users';
import { SnapshotReader, setKeys } from '@stoa/database';
import { isGuest, PolicyUser, realmHost } from '@stoa/policy';
import { AccessibleUsersRepository } from '@stoa/directory';
import { EMBEDDED_BOTS } from '@stoa/integrations';
import { accountDeactivated, noSuchOrganization, notLoggedIn, organizationDeactivated } from '@stoa/errors';
import { CrossRealmBots } from '../shared/user-set/cross-realm-bots';
import { UserSet } from '../shared/user-set/user-set';
import { UserSets } from '../shared/user-set/user-sets';
import { UsersEnvironment } from '../users-environment';
import { GroupSet } from './state/group-set';
import { RegisterSets } from './register-sets';
import { RegisterState } from './state/register-state';
import { RegisterRepository } from './register.repository';
import { AccountJson, CoreRow, RealmJson } from './state/register-rows';
import { sendsDigests } from '../shared/realm-facts/digests';
import { ServerFacts } from '../shared/realm-facts/server-facts';
import { videoProviders } from '../shared/realm-facts/video-providers';
import { Wanted } from './state/wanted';

/** Fetch types that need to know users and groups: permissions, names, who is active. */
const USER_TYPES = [
  'realm',
  'realm_user',
  'realm_user_groups',
  'realm_bot',
  'presence',
  'user_status',
  'subscription',
  'stream',
];
/** Fetch types whose lists of channels administrators configure. */
const CHANNEL_LIST_TYPES = ['default_streams', 'default_stream_groups', 'channel_folders'];
const NO_USERS = UserSet.of(0, []);
const NO_GROUPS = GroupSet.of(0, 0, []);

/** Reads what every section starts from, and checks that the caller may register at all. */
@Injectable()
export class RegisterReader {
  private readonly server: ServerFacts;

  constructor(
    private readonly repository: RegisterRepository,
    private readonly userSets: UserSets,
    private readonly sets: RegisterSets,
    private readonly accessible: AccessibleUsersRepository,
    private readonly systemBots: CrossRealmBots,
    environment: UsersEnvironment,
  ) {
    this.server = {
      isDevelopment: environment.STOA_MODE === 'development',
      externalHost: environment.STOA_EXTERNAL_HOST,
      externalScheme: environment.STOA_EXTERNAL_SCHEME,
      jitsiServerUrl:
        environment.STOA_JITSI_SERVER_URL === 'none' ? null : environment.STOA_JITSI_SERVER_URL.replace(/\/+$/, ''),
      videoProviders: videoProviders(environment),
      allowsWebPublicChannels: environment.STOA_WEB_PUBLIC_CHANNELS,
      largestUploadMib: environment.STOA_UPLOAD_MAX_MIB,
      sendsDigests: sendsDigests(environment),
      embeddedBots: environment.STOA_EMBEDDED_BOTS ? EMBEDDED_BOTS.map(({ name, config }) => ({ name, config })) : [],
    };
  }

  /**
   * @param userId null for spectators
   * @throws DomainError 401 if the account or its organization was deactivated, or spectators are not admitted
   */
  async read(reader: SnapshotReader, request: RegisterRequest, userId: number | null): Promise<RegisterState> {
    const { realm_id: realmId } = request;
    const keys = {
      users: setKeys.realmUsers(realmId),
      groups: setKeys.realmGroups(realmId),
    };
    const wanted = new Wanted(request.fetch_event_types);
    const systemBots = wanted.has('realm_user') ? await this.systemBots.setKey(reader) : undefined;
    const core = await this.repository.core(reader, {
      realmId,
      userId,
      setKeys: [
        ...Object.values(keys),
        setKeys.realmChannels(realmId),
        setKeys.realmSettings(realmId),
        ...(systemBots === undefined ? [] : [systemBots]),
      ],
      hasChannelLists: wanted.hasAny(...CHANNEL_LIST_TYPES),
    });
    if (!core) throw noSuchOrganization();
    checkAdmitted(core, userId, this.server);
    const needsUsers = wanted.hasAny(...USER_TYPES);
    const users = needsUsers ? await this.userSets.at(reader, realmId, core.versions[keys.users] ?? 0) : NO_USERS;
    const groups = needsUsers
      ? await this.sets.groups(reader, realmId, core.versions[keys.groups] ?? 0, users)
      : NO_GROUPS;
    const { realm, account } = core;
    const user = account ? policyUser(account) : null;
    return {
      request,
      wanted,
      core,
      realm,
      account,
      user,
      users,
      groups,
      server: this.server,
      host: core.custom_host ?? realmHost(realm.string_id, this.server.externalHost),
      accessible:
        user && isGuest(user) && needsUsers
          ? await this.accessible.ofGuest(reader, { realmId, guestId: user.userId })
          : null,
    };
  }
}

function policyUser(account: AccountJson): PolicyUser {
  return { userId: account.id, role: account.role, isBot: account.is_bot };
}

/** The permission to register is checked in the snapshot that the state comes from (design.md I4). */
function checkAdmitted({ realm, account }: CoreRow, userId: number | null, server: ServerFacts): void {
  if (realm.deactivated_at !== null) throw organizationDeactivated();
  if (userId === null) {
    if (!admitsSpectators(realm, server)) {
      throw notLoggedIn();
    }
  } else if (!account?.is_active) throw accountDeactivated();
}

const LIMITED_PLAN = 2;

function admitsSpectators(realm: RealmJson, server: ServerFacts): boolean {
  return server.allowsWebPublicChannels && realm.enable_spectator_access && realm.plan_type !== LIMITED_PLAN;
}
