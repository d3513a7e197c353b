import { statementName } from '@stoa/database';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { statementsOf } from '../support/statements';

describe('read receipts', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let ada: Person;
  let bob: Person;
  let carl: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    await execute('UPDATE realm SET enable_read_receipts = true WHERE id = $1', organization.id);
    [ada, bob, carl] = await Promise.all([
      organization.createPerson('Ada'),
      organization.createPerson('Bob'),
      organization.createPerson('Carl'),
    ]);
    channel = await createChannel(ada, [bob, carl]);
  });

  const execute = (text: string, ...params: unknown[]) =>
    inDatabase(cluster, (database) => database.query(statementName(text) ?? '', text, params));
  const receipts = async (person: Person, id: number): Promise<number[]> =>
    (await person.client.succeed('GET', `/messages/${id}/read_receipts`)).user_ids.sort(
      (a: number, b: number) => a - b,
    );
  const mark = (person: Person, op: 'add' | 'remove', ...messages: number[]) =>
    person.client.succeed('POST', '/messages/flags', { messages, op, flag: 'read' });
  const ids = (...people: Person[]) => people.map(({ userId }) => userId).sort((a, b) => a - b);

  it('list who has read a message, except its sender', async () => {
    const id = await sendToChannel(ada, channel, { read_by_sender: true });
    expect(await receipts(ada, id)).toEqual([]);
    await mark(bob, 'add', id);
    expect(await receipts(ada, id)).toEqual(ids(bob));
    expect(await receipts(bob, id)).toEqual(ids(bob));
    await mark(carl, 'add', id);
    expect(await receipts(ada, id)).toEqual(ids(bob, carl));
    await mark(bob, 'remove', id);
    expect(await receipts(ada, id)).toEqual(ids(carl));
  });

  it('are there for direct messages', async () => {
    const id = await sendDirect(ada, [bob, carl]);
    await mark(carl, 'add', id);
    expect(await receipts(bob, id)).toEqual(ids(carl));
  });

  it('leave out who does not send them, who is not active and whom a mute stands between', async () => {
    const [shy, gone, muting, muted] = await Promise.all(
      ['Shy', 'Gone', 'Muting', 'Muted'].map((name) => organization.createPerson(name)),
    );
    const room = await createChannel(ada, [shy!, gone!, muting!, muted!]);
    const id = await sendToChannel(ada, room);
    await Promise.all([shy!, gone!, muting!, muted!].map((person) => mark(person, 'add', id)));
    expect(await receipts(ada, id)).toEqual(ids(shy!, gone!, muting!, muted!));
    await execute('UPDATE account SET send_read_receipts = false WHERE id = $1', shy!.userId);
    await execute('UPDATE account SET is_active = false WHERE id = $1', gone!.userId);
    await execute('INSERT INTO muted_user (user_id, muted_user_id) VALUES ($1, $2)', muting!.userId, ada.userId);
    expect(await receipts(ada, id)).toEqual(ids(muted!));
    await execute('INSERT INTO muted_user (user_id, muted_user_id) VALUES ($1, $2)', ada.userId, muted!.userId);
    expect(await receipts(ada, id)).toEqual([]);
  });

  it('are not for messages that the user cannot read', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    const id = await sendToChannel(ada, secret);
    for (const unknown of [id, 999_999_999]) {
      expectError(await bob.client.get(`/messages/${unknown}/read_receipts`), 'Invalid message(s)');
    }
  });

  it('may be off in an organization', async () => {
    const other = await createOrganization(cluster);
    await execute('UPDATE realm SET enable_read_receipts = false WHERE id = $1', other.id);
    const id = await sendDirect(other.owner, [other.owner]);
    expectError(
      await other.owner.client.get(`/messages/${id}/read_receipts`),
      'Read receipts are disabled in this organization.',
    );
  });

  it('cost a fixed number of statements', async () => {
    const id = await sendToChannel(ada, channel);
    const few = await statementsOf(cluster, () => receipts(ada, id));
    await Promise.all([bob, carl].map((person) => mark(person, 'add', id)));
    expect(await statementsOf(cluster, () => receipts(ada, id))).toBe(few);
  });
});
