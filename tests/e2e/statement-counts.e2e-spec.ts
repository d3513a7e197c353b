import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { unique } from '../support/people';
import { statementsOf } from '../support/statements';

const MORE = 4;
const AN_HOUR_SECONDS = 3600;

/** Everything that lists something: path, and the most statements that it may send. */
const LISTS: [path: string, most: number][] = [
  ['/users', 4],
  ['/users?include_custom_profile_fields=true', 4],
  ['/streams', 6],
  ['/streams?include_all=true', 6],
  ['/users/me/subscriptions', 6],
  ['/users/me/subscriptions?include_subscribers=true', 6],
  ['/streams/{channel}/members', 6],
  ['/users/me/{channel}/topics', 6],
  ['/messages?anchor=newest&num_before=100&num_after=0', 12],
  ['/messages?anchor=newest&num_before=100&num_after=0&narrow=[["is","unread"]]', 12],
  ['/messages?anchor=newest&num_before=100&num_after=0&narrow=[["search","counted"]]', 12],
  ['/messages/{message}/history', 8],
  ['/messages/{message}/read_receipts', 8],
  ['/attachments', 4],
  ['/drafts', 2],
  ['/scheduled_messages', 2],
  ['/reminders', 2],
  ['/saved_snippets', 2],
  ['/navigation_views', 2],
  ['/users/me/alert_words', 2],
  ['/user_groups', 6],
  ['/user_groups/{group}/members', 6],
  ['/user_groups/{group}/subgroups', 6],
  ['/bots', 4],
  ['/realm/emoji', 4],
  ['/realm/linkifiers', 2],
  ['/realm/profile_fields', 2],
  ['/realm/domains', 2],
  ['/realm/presence', 4],
  ['/channel_folders', 4],
  ['/invites', 4],
  ['/export/realm', 4],
];

/** No list asks the database once per item: what it sends does not grow with what there is (design.md I7, 6). */
describe('statements of lists', () => {
  let cluster: TestCluster;
  let organization: Organization;
  const places = { channel: 0, message: 0, group: 0 };

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    const { owner } = organization;
    await owner.client.succeed('PATCH', '/realm', { enable_read_receipts: true });
    const channel = await createChannel(owner);
    places.channel = channel.id;
    places.message = await sendToChannel(owner, channel, { content: 'counted' });
    const group = { name: unique('group'), description: '', members: [owner.userId] };
    places.group = (await owner.client.succeed('POST', '/user_groups/create', group)).group_id;
  });

  /** One more of each thing. */
  async function add(): Promise<void> {
    const { owner } = organization;
    const { client } = owner;
    const person = await organization.createPerson('More');
    const word = unique('x').replace(' ', '');
    const channel = await createChannel(owner, [person]);
    const general = { id: places.channel, name: '' };
    await client.succeed('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: (await client.succeed('GET', `/streams/${places.channel}`)).stream.name }],
      principals: [person.userId],
    });
    for (const to of [channel, general]) await sendToChannel(person, to, { topic: word, content: `counted ${word}` });
    await client.succeed('PATCH', `/messages/${places.message}`, { content: `counted ${word}` });
    await person.client.succeed('POST', '/messages/flags', { messages: [places.message], op: 'add', flag: 'read' });
    const later = Math.floor(Date.now() / 1000) + AN_HOUR_SECONDS;
    await client.succeed('POST', '/drafts', { drafts: [{ type: '', to: [], topic: '', content: word }] });
    await client.succeed('POST', '/scheduled_messages', {
      type: 'channel',
      to: places.channel,
      topic: word,
      content: word,
      scheduled_delivery_timestamp: later,
    });
    await client.succeed('POST', '/reminders', {
      message_id: places.message,
      scheduled_delivery_timestamp: later,
    });
    await client.succeed('POST', '/saved_snippets', { title: word, content: word });
    await client.succeed('POST', '/navigation_views', { fragment: `narrow/${word}`, is_pinned: true, name: word });
    await client.succeed('POST', '/users/me/alert_words', { alert_words: [word] });
    const { group_id: subgroup } = await client.succeed('POST', '/user_groups/create', {
      name: word,
      description: '',
      members: [person.userId],
    });
    await client.succeed('POST', `/user_groups/${places.group}/subgroups`, { add: [subgroup] });
    await client.succeed('POST', `/user_groups/${places.group}/members`, { add: [person.userId] });
    await client.succeed('POST', '/bots', { full_name: word, short_name: word, bot_type: 1 });
    await client.succeed('POST', '/realm/filters', {
      pattern: `${word}(?P<id>[0-9]+)`,
      url_template: `https://x.example/{id}`,
    });
    await client.succeed('POST', '/realm/profile_fields', { name: word, field_type: 1 });
    await client.succeed('POST', '/realm/domains', { domain: `${word}.example`, allow_subdomains: false });
    await client.succeed('POST', '/channel_folders/create', { name: word, description: '' });
    await client.succeed('POST', '/invites', {
      invitee_emails: `${word}@people.example`,
      stream_ids: [places.channel],
    });
    await person.client.succeed('POST', '/users/me/presence', { status: 'active', ping_only: true });
    const files = { file: { name: `${word}.txt`, content: Buffer.from(word), type: 'text/plain' } };
    await client.succeed('POST', '/user_uploads', {}, { files });
  }

  /** @param enough statements that are not too many, by list */
  async function count(enough = new Map<string, number>()): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const [template] of LISTS) {
      const path = template.replace(/\{(\w+)\}/, (_all, name: keyof typeof places) => String(places[name]));
      const [bare = '', query = ''] = path.split('?');
      const parameters = Object.fromEntries(new URLSearchParams(query));
      const request = () => organization.owner.client.succeed('GET', bare, parameters);
      await request();
      counts.set(template, await statementsOf(cluster, request, enough.get(template)));
    }
    return counts;
  }

  it('are few, and as many for many items as for one', async () => {
    await add();
    const before = await count();
    for (let index = 0; index < MORE; index++) await add();
    const after = await count(before);
    const growing = LISTS.filter(([path]) => (after.get(path) ?? 0) > (before.get(path) ?? 0));
    expect(growing.map(([path]) => `${path}: ${before.get(path)} → ${after.get(path)}`)).toEqual([]);
    const costly = LISTS.filter(([path, most]) => (after.get(path) ?? Infinity) > most);
    expect(costly.map(([path]) => `${path}: ${after.get(path)}`)).toEqual([]);
  });

  it('are not sent for every topic that a text links to', async () => {
    const { client } = organization.owner;
    const { name } = (await client.succeed('GET', `/streams/${places.channel}`)).stream;
    const rendering = (count: number) => () => {
      const links = Array.from({ length: count }, (_item, index) => `#**${name}>topic ${index}**`);
      return client.succeed('POST', '/messages/render', { content: links.join(' ') });
    };
    const ofOne = await statementsOf(cluster, rendering(1));
    expect(await statementsOf(cluster, rendering(MORE))).toBe(ofOne);
  });
});
