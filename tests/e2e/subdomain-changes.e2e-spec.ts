import { ResponseBody, TestClient, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { systemGroups } from '../support/groups';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue } from '../support/test-queue';

/** Only demo organizations may take another subdomain (organization.md 4.2). */
describe('another subdomain', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;

  beforeEach(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    await inDatabase(cluster, (database) =>
      database.query(
        'test_demo_organization',
        "UPDATE realm SET demo_organization_scheduled_deletion_at = now() + interval '30 days' WHERE id = $1",
        [organization.id],
      ),
    );
  });

  const newSubdomain = (): string => unique('moved').replaceAll(' ', '-').toLowerCase();
  /** People under the new host, once a gateway knows it; others may take a moment more. */
  async function moved(subdomain: string) {
    const host = organization.host.replace(organization.subdomain, subdomain);
    const anonymous = new TestClient(cluster.description.base_url, undefined, host);
    const at = (person: Person): TestClient => anonymous.as(person.email, person.apiKey);
    await eventually(async () => (await at(owner).get('/users/me')).status === 200);
    return { at, domain: host.replace(/:\d+$/, '') };
  }
  async function personEvents(client: TestClient, queue: TestQueue, wanted: number): Promise<ResponseBody[]> {
    const events = await eventually(async () => {
      const parameters = { queue_id: queue.id, last_event_id: -1, dont_block: true };
      const { events: found } = await client.succeed('GET', '/events', parameters);
      return found.length >= wanted && found;
    });
    return events.map(({ person }: ResponseBody) => person);
  }

  it('is part of the addresses that stand for hidden ones', async () => {
    const [member, open] = [await organization.createPerson('Member'), await organization.createPerson('Open')];
    await open.client.succeed('PATCH', '/settings', { email_address_visibility: 1 });
    await member.client.succeed('PATCH', '/settings', { email_address_visibility: 3 });
    await owner.client.succeed('PATCH', '/settings', { email_address_visibility: 3 });
    const queue = await TestQueue.register(member, { event_types: ['realm_user'] });
    const subdomain = newSubdomain();
    const answer = await owner.client.succeed('PATCH', '/realm', { string_id: subdomain });
    const { at, domain } = await moved(subdomain);
    expect(answer).toMatchObject({ string_id: 'updated', realm_url: expect.stringContaining(domain) });
    const addressOf = ({ userId }: Person): string => `user${userId}@${domain}`;
    const told = await personEvents(at(member), queue, 2);
    const byId = (a: ResponseBody, b: ResponseBody): number => a.user_id - b.user_id;
    expect(told.sort(byId)).toEqual(
      [owner, member].map((person) => ({ user_id: person.userId, new_email: addressOf(person) })),
    );
    const { user } = await eventually(() => at(open).succeed('GET', `/users/${addressOf(member)}`));
    expect(user).toMatchObject({ user_id: member.userId, email: addressOf(member) });
    const { members } = await eventually(() => at(owner).succeed('GET', '/users'));
    const emails = new Map(members.map(({ user_id: id, email }: ResponseBody) => [id, email]));
    expect([emails.get(member.userId), emails.get(open.userId)]).toEqual([addressOf(member), open.email]);
    const { state } = await eventually(() =>
      TestQueue.register({ ...member, client: at(member) }, { fetch_event_types: ['realm_user'] }),
    );
    expect(state.email).toBe(addressOf(member));
  });

  it('is told to limited guests about whom they can access', async () => {
    const [member, guest] = [await organization.createPerson('Member'), await organization.createPerson('Guest', 600)];
    for (const person of [owner, member, guest]) {
      await person.client.succeed('PATCH', '/settings', { email_address_visibility: 3 });
    }
    const { 'role:members': members } = await systemGroups(owner);
    await owner.client.succeed('PATCH', '/realm', { can_access_all_users_group: { new: members } });
    const { subscriptions } = await guest.client.succeed('GET', '/users/me/subscriptions');
    const names = subscriptions.map(({ name }: ResponseBody) => name);
    await guest.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: names });
    await member.client.succeed('POST', '/messages', { type: 'direct', to: [guest.userId], content: 'hi' });
    const queue = await TestQueue.register(guest, { event_types: ['realm_user'] });
    const subdomain = newSubdomain();
    await owner.client.succeed('PATCH', '/realm', { string_id: subdomain });
    const { at } = await moved(subdomain);
    const told = await personEvents(at(guest), queue, 2);
    expect(told.map(({ user_id: id }) => id).sort()).toEqual([member.userId, guest.userId].sort());
  });

  it('must be free', async () => {
    const other = await createOrganization(cluster);
    const text = 'Subdomain is already in use. Please choose a different one.';
    expectError(await owner.client.patch('/realm', { string_id: other.subdomain }), text);
  });
});
