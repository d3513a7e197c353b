import { Database } from '@stoa/database';
import { TestClient, TestCluster } from '@stoa/testing';
import { Channel, createChannel } from '../../../support/channels';
import { createGroup, listing } from '../../../support/groups';
import { Organization, createOrganization } from '../../../support/organizations';
import { Person, createBot } from '../../../support/people';
import { PushDevice } from '../../../support/push-device';
import type { RealmFacts } from '../records';

/** An administrator, whose actions reach further; a member. */
const ROLES = [200, 200, 400];
const CHANNELS = 3;

/** An organization with everybody that acts in it. */
export interface Realm {
  facts: RealmFacts;
  owner: Person;
  actors: Person[];
  /** Everybody is in these and stays. */
  channels: Channel[];
  /** Everybody comes and goes here. */
  lobby: Channel;
  groupId: number;
  /** Has no queue and reads nothing: gets what concerns them by push. */
  phone: { person: Person; device: PushDevice };
  /** An outgoing webhook bot. */
  bot: Person;
  /** An incoming webhook bot, to which a tool delivers. */
  hook: Person;
  /** Writes what overflows the other's queue. */
  flood: { channel: Channel; writer: Person; reader: Person };
}

/**
 * Makes an organization; nothing else may go on meanwhile.
 * @param edgeUrl where its clients find the gateways afterwards
 * @param serviceUrl of its outgoing webhook bot
 */
export async function createRealm(cluster: TestCluster, edgeUrl: string, serviceUrl: string): Promise<Realm> {
  const organization = await createOrganization(cluster);
  const { owner } = organization;
  const actors: Person[] = [];
  for (const [index, role] of ROLES.entries()) actors.push(await organization.createPerson(`Actor ${index}`, role));
  const phonePerson = await organization.createPerson('Phone');
  const writer = await organization.createPerson('Writer');
  const reader = await organization.createPerson('Reader');
  const everybody = [...actors, phonePerson];
  const channels: Channel[] = [];
  for (let index = 0; index < CHANNELS; index += 1) channels.push(await createChannel(owner, everybody));
  const realm = {
    facts: await factsOf(cluster, organization),
    channels,
    lobby: await createChannel(owner, actors),
    groupId: (await createGroup(owner, [], { can_manage_group: listing(actors) })).id,
    bot: await createBot(owner, { bot_type: 3, payload_url: JSON.stringify(serviceUrl) }),
    hook: await createBot(owner, { bot_type: 2 }),
    phone: { person: phonePerson, device: await PushDevice.register(cluster, phonePerson) },
    // Not the owner's: a device that sleeps must not be flooded by the way.
    flood: { channel: await createChannel(writer, [reader]), writer, reader },
  };
  const atEdge = (person: Person): Person => ({
    ...person,
    client: new TestClient(edgeUrl, person.client.credentials, person.client.host),
  });
  return { ...realm, owner: atEdge(owner), actors: actors.map(atEdge), hook: atEdge(realm.hook) };
}

async function factsOf(cluster: TestCluster, { id, host }: Organization): Promise<RealmFacts> {
  const database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'chaos' });
  try {
    const [row] = await database.query<{ partition: number }>(
      'chaos_realm',
      'SELECT partition FROM realm WHERE id = $1',
      [id],
    );
    if (!row) throw new Error(`the organization ${id} is missing`);
    return { id, partition: row.partition, host };
  } finally {
    await database.close();
  }
}
