import type { LdapConfig } from '@stoa/contracts/users';
import type { CreatedRealm } from '@stoa/database';
import { LdapDirectoriesService } from '../directories/ldap/ldap-directories.service';
import { SessionsService } from '../people/sessions/sessions.service';
import { BASE, type DirectoryServer, MANAGER, MANAGER_PASSWORD } from './directory-server';
import type { UsersApplication } from './users-application';

const CALL = { requestId: 'ldap', deadlineAt: Number.MAX_SAFE_INTEGER };

/** How people of the test's tree are read, once an hour and over TLS. */
export function peopleOf({ secureUrl, certificate }: DirectoryServer): LdapConfig {
  return {
    urls: [secureUrl],
    ca_certificate: certificate,
    bind_dn: MANAGER,
    search_bases: [`ou=people,${BASE}`],
    people_filter: '(objectClass=inetOrgPerson)',
    attributes: { id: 'entryUUID', email: 'mail', full_name: 'cn' },
    deactivate_missing: true,
    sync_minutes: 60,
  };
}

/** An organization of a test's own, with one owner, and what is asked of it and its directory. */
export class LdapOrganization {
  private constructor(
    private readonly app: UsersApplication,
    readonly realm: CreatedRealm,
    readonly ownerId: number,
  ) {}

  static async create(app: UsersApplication, subdomain: string): Promise<LdapOrganization> {
    const realm = await app.createRealm(subdomain);
    const [ownerId = 0] = await app.createAccounts(realm, [
      { fullName: 'Olga', deliveryEmail: 'olga@x.example', role: 100 },
    ]);
    return new LdapOrganization(app, realm, ownerId);
  }

  /** @param password of the one who reads the directory */
  set(config: LdapConfig, password: string | null = MANAGER_PASSWORD) {
    return this.app.get(LdapDirectoriesService).set(CALL, { ...this.place, config, bind_password: password });
  }

  remove() {
    return this.app.get(LdapDirectoriesService).remove(CALL, this.place);
  }

  find(name: string) {
    return this.app.get(LdapDirectoriesService).find(CALL, { realm_id: this.realm.id, name });
  }

  sync({ isForced = false, isDryRun = false } = {}) {
    const options = { is_forced: isForced, is_dry_run: isDryRun };
    return this.app.get(LdapDirectoriesService).synchronise(CALL, { ...this.place, ...options });
  }

  signIn(username: string, password: string) {
    return this.app.get(SessionsService).open(CALL, {
      ...{ realm_id: this.realm.id, ip_address: '203.0.113.7', user_agent: '', replaced_session_id: null },
      ...{ username, password },
    });
  }

  async account(email: string): Promise<Record<string, unknown> | undefined> {
    const rows = await this.app.run(
      `SELECT id, full_name, role, is_active, password_hash, avatar_source, avatar_key FROM account
       WHERE realm_id = $1 AND delivery_email = $2`,
      [this.realm.id, email],
    );
    return rows[0];
  }

  private get place() {
    return { realm_id: this.realm.id, partition: this.realm.partition };
  }
}
