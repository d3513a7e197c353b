import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import {
  findInLdapDirectory,
  readLdapDirectory,
  removeLdapDirectory,
  setLdapDirectory,
  syncLdapDirectory,
} from '@stoa/contracts/users';
import { encodeAudience } from '@stoa/contracts/changes';
import { Database, type WriteTransaction, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { UnavailableError, badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { sealText } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { SignInMethods } from '../../organization/realm-settings/sign-in-methods';
import { activeUserIds } from '../../shared/user-changes/user-rules';
import { UsersEnvironment } from '../../users-environment';
import { LdapConnection } from './ldap-connection';
import { LdapDirectoriesRepository, LdapDirectoryRow } from './ldap-directories.repository';
import { configProblem } from './ldap-filters';
import { LdapSync } from './ldap-sync';

/** How directories are reached, for the operator's tool. */
@Injectable()
export class LdapDirectoriesService {
  constructor(
    private readonly database: Database,
    private readonly repository: LdapDirectoriesRepository,
    private readonly sync: LdapSync,
    private readonly facts: ChangeFactsReader,
    private readonly methods: SignInMethods,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError with the reason if the directory cannot be asked like that */
  @Handles(setLdapDirectory)
  async set(
    { requestId }: CallContext,
    request: RpcRequest<typeof setLdapDirectory>,
  ): Promise<RpcResponse<typeof setLdapDirectory>> {
    const { realm_id: realmId, partition, config, bind_password: password } = request;
    const problem = configProblem(config);
    if (problem !== null) throw badRequest(`The directory cannot be used: ${problem}`);
    if (config.bind_dn !== undefined && !password) throw badRequest('bind_dn needs a password.');
    const people = await countPeople(config, password);
    const secret = this.environment.STOA_API_KEY_SECRET;
    const sealed = password === null ? null : sealText(secret, 'stoa/ldap-bind-password', password);
    await this.database.write(
      { realmId, partition, requestId },
      [lockRealm(realmId, 'exclusive')],
      async (tx): Promise<void> => {
        if (await this.repository.set(tx, config, sealed)) await this.announce(tx);
      },
    );
    this.log.info({ requestId, realmId, urls: config.urls }, 'a directory is set');
    return { people };
  }

  @Handles(readLdapDirectory)
  async read(
    _ctx: CallContext,
    { realm_id: realmId }: RpcRequest<typeof readLdapDirectory>,
  ): Promise<RpcResponse<typeof readLdapDirectory>> {
    const row = await this.repository.one(realmId);
    return { directory: row ? { config: row.config, synced_at: row.syncedAt, problem: row.problem } : null };
  }

  @Handles(removeLdapDirectory)
  async remove({ requestId }: CallContext, request: RpcRequest<typeof removeLdapDirectory>): Promise<void> {
    const { realm_id: realmId, partition } = request;
    await this.database.write({ realmId, partition, requestId }, [lockRealm(realmId, 'exclusive')], async (tx) => {
      if (!(await this.repository.remove(tx))) throw noDirectory();
      await this.announce(tx);
    });
    this.log.info({ requestId, realmId }, 'a directory is removed');
  }

  /** @throws DomainError with the reason if the directory cannot be asked */
  @Handles(findInLdapDirectory)
  async find(
    _ctx: CallContext,
    { realm_id: realmId, name }: RpcRequest<typeof findInLdapDirectory>,
  ): Promise<RpcResponse<typeof findInLdapDirectory>> {
    const directory = await this.repository.one(realmId);
    if (!directory) throw noDirectory();
    const person = await asked(async () => {
      const connection = await this.sync.open(directory);
      try {
        return await connection.find(name);
      } finally {
        await connection.close();
      }
    });
    if (!person) return { person: null };
    const { dn, id, login = null, email, fullName, isDisabled, role = null, avatarHash } = person;
    const described = { dn, id, login, email, full_name: fullName, is_disabled: isDisabled, role };
    return { person: { ...described, has_picture: typeof avatarHash === 'string' } };
  }

  /** @throws DomainError with the reason if nothing was done */
  @Handles(syncLdapDirectory)
  async synchronise(
    _ctx: CallContext,
    request: RpcRequest<typeof syncLdapDirectory>,
  ): Promise<RpcResponse<typeof syncLdapDirectory>> {
    const { realm_id: realmId, is_dry_run: isDryRun, is_forced: isForced } = request;
    const directory = await this.repository.one(realmId);
    if (!directory) throw noDirectory();
    const report = await asked(() => this.sync.run(directory, { isDryRun, isForced }));
    if (!isDryRun) await this.repository.finish(realmId, null, directory.config.sync_minutes, null);
    return report;
  }

  /** With the directory the method `LDAP` comes and goes. */
  private async announce(tx: WriteTransaction): Promise<void> {
    const { users } = await this.facts.ofRealm(tx.realmId);
    await this.methods.announce(tx, encodeAudience(activeUserIds(users)));
  }
}

async function countPeople(config: LdapDirectoryRow['config'], password: string | null): Promise<number> {
  return asked(async () => {
    const connection = await LdapConnection.open(config, password);
    try {
      await connection.groups();
      return (await connection.people()).people.length;
    } finally {
      await connection.close();
    }
  });
}

/** The operator who asks is to hear what is wrong with the directory. @throws DomainError */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnavailableError) throw badRequest(`The directory cannot be used: ${error.message}`);
    throw error;
  }
}

function noDirectory() {
  return badRequest('The organization has no directory.');
}
