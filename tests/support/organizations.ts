import { createRealm, withNewAccounts } from '@stoa/database';
import { TestClient, TestCluster } from '@stoa/testing';
import { inDatabase } from './database';
import { Person, unique, uniqueName } from './person';

type RealmSettings = NonNullable<Parameters<typeof createRealm>[1]['settings']>;

export interface Organization {
  id: number;
  subdomain: string;
  /** With port, as browsers name it. */
  host: string;
  /** Without credentials. */
  anonymous: TestClient;
  /** Has the role 100. */
  owner: Person;
  /**
   * A new account; no event announces it, so create accounts before queues. @param role 200 to 600, a member unless
   * named
   */
  createPerson(firstName: string, role?: number): Promise<Person>;
  /** Like `createPerson`, with this name and address. */
  createAccount(identity: { fullName: string; email: string }, role?: number): Promise<Person>;
}

/**
 * An organization of this test's own, for tests that change its settings or need to know everybody in it. Unlike a new
 * one it tells changes of channels in them.
 */
export async function createOrganization(cluster: TestCluster, settings: RealmSettings = {}): Promise<Organization> {
  const { base_url: baseUrl } = cluster.description;
  const subdomain = unique('org').replaceAll(' ', '-');
  const realmHost = `${subdomain}.${new URL(baseUrl).host}`;
  const anonymous = new TestClient(baseUrl, undefined, realmHost);
  const realm = await inDatabase(cluster, (database) =>
    createRealm(database, {
      subdomain,
      name: subdomain,
      authenticationMethods: { Email: true, Dev: true },
      settings: { invite_required: false, send_channel_events_messages: true, ...settings },
    }),
  );
  const createAccount: Organization['createAccount'] = async ({ fullName, email }, role = 400) => {
    const accounts = [{ fullName, deliveryEmail: email, role, canCreateUsers: role === 100 }];
    const context = { realmId: realm.id, partition: realm.partition };
    const userId = await inDatabase(cluster, (database) =>
      withNewAccounts(database, context, { realmHost, accounts }, (_tx, created) =>
        Promise.resolve(created.accounts[0]?.id ?? 0),
      ),
    );
    const { api_key: apiKey } = await anonymous.succeed('POST', '/dev_fetch_api_key', { username: email });
    return { userId, fullName, email, password: '', apiKey, client: anonymous.as(email, apiKey) };
  };
  const createPerson: Organization['createPerson'] = (firstName, role) => createAccount(uniqueName(firstName), role);
  const owner = await createPerson('Owner', 100);
  return { id: realm.id, subdomain, host: realmHost, anonymous, owner, createPerson, createAccount };
}

/** The same at a host of its own: providers, and the libraries for them, want addresses that are some. */
export async function atOwnHost(cluster: TestCluster, organization: Organization): Promise<Organization> {
  const host = `${organization.subdomain}.example`;
  await inDatabase(cluster, (database) =>
    database.query('test_own_host', 'INSERT INTO realm_host (realm_id, host) VALUES ($1, $2)', [organization.id, host]),
  );
  return { ...organization, host, anonymous: new TestClient(organization.anonymous.baseUrl, undefined, host) };
}
