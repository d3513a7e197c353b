import { randomBytes } from 'node:crypto';
import { TestClient, TestCluster } from '@stoa/testing';

/** Somebody who exists for one test file only. */
export interface Person {
  userId: number;
  fullName: string;
  /** The real address; with the key it is what clients log in with. */
  email: string;
  password: string;
  apiKey: string;
  client: TestClient;
}

/** A text that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix} ${randomBytes(5).toString('hex')}`;
}

/** A new member of the demo organization, made by its owner. */
export async function createPerson(cluster: TestCluster, firstName: string): Promise<Person> {
  const fullName = unique(firstName);
  const email = `${fullName.toLowerCase().replaceAll(' ', '-')}@people.example`;
  const password = randomBytes(12).toString('hex');
  const owner = cluster.client('owner');
  const created = await owner.succeed('POST', '/users', { email, password, full_name: fullName });
  const { api_key: apiKey } = await owner.anonymous().succeed('POST', '/dev_fetch_api_key', { username: email });
  return {
    userId: created.user_id,
    fullName,
    email,
    password,
    apiKey,
    client: cluster.clientOf({ email, api_key: apiKey }),
  };
}

/** An account of cluster.json as a person. */
export function demoPerson(cluster: TestCluster, role: Parameters<TestCluster['accounts']>[0], index = 0): Person {
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
