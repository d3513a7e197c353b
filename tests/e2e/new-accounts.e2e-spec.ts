import { ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { channelId } from '../support/channels';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';

/** organization.md 4.9, "A new human account". */
describe('new accounts', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
  });

  async function create(): Promise<Person> {
    const fullName = unique('New');
    const email = `${fullName.toLowerCase().replace(' ', '-')}@people.example`;
    const parameters = { email, password: unique('quartz7-lemur'), full_name: fullName };
    const { user_id: userId } = await owner.client.succeed('POST', '/users', parameters);
    const { api_key: apiKey } = await organization.anonymous.succeed('POST', '/dev_fetch_api_key', { username: email });
    return { userId, fullName, email, password: '', apiKey, client: organization.anonymous.as(email, apiKey) };
  }

  it('are welcomed, once, with a message that is starred', async () => {
    const person = await create();
    const messages = await fetchNewest(person, [['is', 'dm']]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ sender_full_name: 'Welcome Bot', flags: ['starred'] });
  });

  it('find the newest messages of their channels, twenty of them unread', async () => {
    const general = { id: await channelId(owner, 'general'), name: 'general' };
    const ids: number[] = [];
    for (let index = 0; index < 25; index++) ids.push(await sendToChannel(owner, general));
    const person = await create();
    const messages = await fetchNewest(person, [['channel', 'general']]);
    const flags = new Map(messages.map((message: ResponseBody) => [message.id, message.flags]));
    expect(ids.slice(0, 5).map((id) => flags.get(id))).toEqual(Array(5).fill(['read', 'historical']));
    expect(ids.slice(5).map((id) => flags.get(id))).toEqual(Array(20).fill(['historical']));
    const { unread_msgs: unread } = await person.client.succeed('POST', '/register', {
      event_types: [],
      fetch_event_types: ['message', 'update_message_flags'],
    });
    const unreadIds: number[] = unread.streams.flatMap((topic: ResponseBody) => topic.unread_message_ids);
    expect(unreadIds.filter((id) => ids.includes(id)).sort((a, b) => a - b)).toEqual(ids.slice(5));
  });

  it('are announced where the organization wants it', async () => {
    const general = { id: await channelId(owner, 'general'), name: 'general' };
    await owner.client.succeed('PATCH', '/realm', { signup_announcements_stream_id: general.id });
    const person = await create();
    const [notice] = (
      await fetchNewest(owner, [
        ['channel', 'general'],
        ['topic', 'signups'],
      ])
    ).slice(-1);
    expect(notice).toMatchObject({ sender_full_name: 'Notification Bot' });
    expect(notice?.content).toContain(`${person.fullName}</span> joined this organization.`);
  });
});
