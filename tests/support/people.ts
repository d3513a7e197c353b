import { randomBytes } from 'node:crypto';
import { AccountRole, Parameters, TestCluster } from '@stoa/testing';
import { Organization, createOrganization } from './organizations';
import { Person, unique, uniqueName } from './person';

export { unique };
export type { Person };

const homes = new WeakMap<TestCluster, Promise<Organization>>();

/** The organization of the people that a test file creates: each file asks for its own cluster object, so no other meets them. */
export function homeOf(cluster: TestCluster): Promise<Organization> {
  let home = homes.get(cluster);
  if (!home) {
    home = createOrganization(cluster, { enable_spectator_access: true });
    homes.set(cluster, home);
  }
  return home;
}

/** Who owns the organization in which {@link createPerson} creates accounts. */
export async function ownerOf(cluster: TestCluster): Promise<Person> {
  return (await homeOf(cluster)).owner;
}

/** A new account of the file's own organization, without a password; no event announces it. @param role 200 to 600 */
export async function createPerson(cluster: TestCluster, firstName: string, role?: number): Promise<Person> {
  return (await homeOf(cluster)).createPerson(firstName, role);
}

/**
 * A new member with a password, made through the API by an owner of the organization, with events to everybody there.
 */
export async function addPerson(owner: Person, firstName: string): Promise<Person> {
  const { fullName, email } = uniqueName(firstName);
  const password = randomBytes(12).toString('hex');
  const created = await owner.client.succeed('POST', '/users', { email, password, full_name: fullName });
  const { api_key: apiKey } = await owner.client.anonymous().succeed('POST', '/dev_fetch_api_key', { username: email });
  return { userId: created.user_id, fullName, email, password, apiKey, client: owner.client.as(email, apiKey) };
}

/** A bot of somebody. */
export async function createBot(owner: Person, parameters: Parameters = {}): Promise<Person> {
  const { fullName, email } = uniqueName('Bot');
  const [shortName] = email.split('@');
  const given = { full_name: fullName, short_name: shortName, ...parameters };
  const { user_id: userId, api_key: apiKey } = await owner.client.succeed('POST', '/bots', given);
  const { user } = await owner.client.succeed('GET', `/users/${userId}`);
  return { userId, fullName, email: user.email, password: '', apiKey, client: owner.client.as(user.email, apiKey) };
}

/** An account of the demo organization, which is at the cluster's own address, as a person. */
export function demoPerson(cluster: TestCluster, role: AccountRole, index = 0): Person {
  const account = cluster.accounts(role)[index];
  if (!account) throw new Error(`the demo organization has no ${role} number ${index + 1}`);
  return {
    userId: account.user_id,
    fullName: account.full_name,
    email: account.email,
    password: account.password,
    apiKey: account.api_key,
    client: cluster.clientOf(account),
  };
}
