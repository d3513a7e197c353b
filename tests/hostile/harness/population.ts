import type { BenchCluster } from '../../../bench/support/bench-cluster';
import { SeededRealm, vacuum, seedHistory, seedRealm } from '../../../bench/support/seed';
import { Caller } from './caller';

const OWNER = 100;
const MEMBER = 400;
const GUEST = 600;

/** Each does something once a second: 99 of 100 are told from the last one only by many. */
const BYSTANDERS = 48;
const HISTORY = 2_000;

/** An organization that works on while another one is hostile. */
export async function seedBystanders(bench: BenchCluster): Promise<SeededRealm> {
  const realm = await seedRealm(bench, {
    subdomain: 'others',
    users: BYSTANDERS,
    channels: (ids) => [{ name: 'office', subscriberIds: ids }],
  });
  await seedHistory(bench, realm, HISTORY, realm.users[0]?.id ?? 0);
  await vacuum(bench);
  return realm;
}

/** An organization for one attack, so that none finds what another one used up: an owner, and members and guests. */
export function seedHostile(bench: BenchCluster, index: number, callers: number): Promise<SeededRealm> {
  const roleOf = (user: number) => (user === 0 ? OWNER : user % 3 === 0 ? GUEST : MEMBER);
  return seedRealm(bench, {
    subdomain: `hostile${index}`,
    users: callers,
    roleOf,
    channels: (ids) => [{ name: 'den', subscriberIds: ids }],
  });
}

/** @param number of the attack: no two share an address, by which limits count */
export function callersOf(bench: BenchCluster, { host, users }: SeededRealm, number: number): Caller[] {
  const { target } = bench;
  return users.map((user, index) => {
    const address = `127.1.${number + 1}.${index + 1}`;
    return new Caller({ target, host, user, address, index });
  });
}
