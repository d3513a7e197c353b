import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { createGroup } from '../support/groups';
import { mailTo } from '../support/mail';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { signUpKeyIn } from '../support/sign-ups';
import { Person, unique } from '../support/people';
import { basicAuthorization, rawRequest } from '../support/raw-request';

const RESOLVED = '✔ ';
const PASSWORD = 'quartz7-lemur-42';

/** Whom a text is for decides its language (organization.md 1.1, 1.9). */
describe('languages', () => {
  let cluster: TestCluster;
  let org: Organization;
  let owner: Person;
  /** Reads German, in an organization that does so too. */
  let grete: Person;
  /** Reads English there. */
  let emma: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    org = await createOrganization(cluster);
    ({ owner } = org);
    await owner.client.succeed('PATCH', '/realm', { default_language: 'de' });
    grete = await org.createPerson('Grete');
    emma = await org.createPerson('Emma');
    await grete.client.succeed('PATCH', '/settings', { default_language: 'de' });
    await emma.client.succeed('PATCH', '/settings', { default_language: 'en' });
    channel = await createChannel(grete, [emma]);
  });

  const mention = ({ fullName, userId }: Person) => `@_**${fullName}|${userId}**`;

  /** What the notification bot wrote last. */
  async function notices(reader: Person, narrow: { operator: string; operand: unknown }[]): Promise<string[]> {
    const messages = await fetchNewest(reader, narrow, { apply_markdown: false });
    return messages.filter((message) => message.sender_full_name === 'Notification Bot').map(({ content }) => content);
  }
  const inTopic = (topic: string) =>
    notices(grete, [
      { operator: 'channel', operand: channel.id },
      { operator: 'topic', operand: topic },
    ]);
  const toPerson = (person: Person) => notices(person, [{ operator: 'is', operand: 'dm' }]);

  it('of errors are those of the accounts, with the same code and status', async () => {
    const react = ({ client }: Person, emoji_name: string) =>
      client.post('/messages/2147483647/reactions', { emoji_name });
    expectError(await react(emma, 'smile'), 'Invalid message(s)');
    expectError(await react(grete, 'smile'), 'Ungültige Nachrichten');
    const look = ({ client }: Person) => client.get('/messages', { anchor: 'newest', num_before: 'x', num_after: 0 });
    expectError(await look(emma), 'num_before is not valid JSON');
    expectError(await look(grete), 'num_before ist kein gültiges JSON');
    const queue = { queue_id: 'none', last_event_id: -1 };
    const gone = { code: 'BAD_EVENT_QUEUE_ID', queue_id: 'none' };
    expectError(await emma.client.get('/events', queue), 'Bad event queue ID: none', gone);
    expectError(await grete.client.get('/events', queue), 'Ungültige ID einer Ereigniswarteschlange: none', gone);
  });

  it('of errors without an account are those of Accept-Language', async () => {
    const ask = async (headers: Record<string, string>) => {
      const answer = await rawRequest(org.anonymous, '/api/v1/users/me', { headers });
      return [answer.status, answer.headers.get('content-language'), JSON.parse(answer.text).msg];
    };
    const english = [401, 'en', 'Not logged in: API authentication or user session required'];
    expect(await ask({})).toEqual(english);
    expect(await ask({ 'accept-language': 'fr,en;q=0.5,de;q=0.1' })).toEqual(english);
    const german = [401, 'de', 'Nicht angemeldet: API-Anmeldung oder Sitzung nötig'];
    expect(await ask({ 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' })).toEqual(german);
    const wrong = { authorization: basicAuthorization(grete.email, 'x'.repeat(32)), 'accept-language': 'de' };
    expect(await ask(wrong)).toEqual([401, 'de', 'Ungültiger API-Schlüssel']);
  });

  it('of notices in a channel are those of the organization', async () => {
    expect(await inTopic('Kanalereignisse')).toEqual([
      `**Öffentlich** – diesen Kanal hat ${mention(grete)} erstellt. **Beschreibung:**\n` +
        '```` quote\n*Keine Beschreibung.*\n````',
    ]);
    const old = channel.name;
    channel.name = `${old} neu`;
    await owner.client.succeed('PATCH', `/streams/${channel.id}`, { new_name: channel.name });
    await owner.client.succeed('PATCH', `/streams/${channel.id}`, { message_retention_days: 1 });
    expect((await inTopic('Kanalereignisse')).slice(1)).toEqual([
      `${mention(owner)} hat den Kanal **${old}** in **${channel.name}** umbenannt.`,
      expect.stringContaining('* **Bisher**: Für immer\n* **Jetzt**: 1 Tag\n\n'),
    ]);
  });

  it('of notices of topics are those of the organization, and are known as such', async () => {
    const id = await sendToChannel(emma, channel, { topic: 'Pläne' });
    const rename = (topic: string) =>
      emma.client.succeed('PATCH', `/messages/${id}`, { topic, propagate_mode: 'change_all' });
    await rename(`${RESOLVED}Pläne`);
    expect(await inTopic(`${RESOLVED}Pläne`)).toEqual([`${mention(emma)} hat dieses Thema als erledigt markiert.`]);
    await rename('Pläne');
    expect(await inTopic('Pläne')).toEqual([]);
    await rename('Ziele');
    expect(await inTopic('Ziele')).toEqual([
      `Dieses Thema wurde von ${mention(emma)} aus #**${channel.name}>Pläne** hierher verschoben.`,
    ]);
  });

  it.each([
    ['en-US', 'This link has been used already.', 'en'],
    ['de, en;q=0.8', 'Dieser Link wurde bereits verwendet.', 'de'],
    ['fr', 'This link has been used already.', 'de'],
  ])('of who signs up with %s: refusals as "%s", and the account in %s', async (accepted, refusal, account) => {
    const headers = { 'accept-language': accepted };
    const email = `${unique('new').replaceAll(' ', '.')}@mail.example`;
    const post = (path: string, fields: Record<string, string>) =>
      org.anonymous.browser().post(path, fields, { headers });
    expect((await post('/sign_up/request', { email })).status).toBe(200);
    const { subject, text } = await mailTo(cluster, email);
    expect(subject).toBe(`Schließe deine Registrierung bei ${org.subdomain} ab`);
    const key = signUpKeyIn(text);
    await post('/sign_up', { key, full_name: unique('Nina'), password: PASSWORD });
    expect((await post('/sign_up/open', { key })).body.msg).toBe(refusal);
    const { api_key: apiKey } = await org.anonymous.succeed('POST', '/fetch_api_key', {
      username: email,
      password: PASSWORD,
    });
    const state = await org.anonymous
      .as(email, apiKey)
      .succeed('POST', '/register', { fetch_event_types: ['user_settings'] });
    expect(state.user_settings.default_language).toBe(account);
  });

  it('of direct notices are those of who gets them', async () => {
    const other = await createChannel(owner);
    await owner.client.succeed('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: other.name }],
      principals: [grete.userId, emma.userId],
    });
    const group = await createGroup(owner);
    await owner.client.succeed('POST', `/user_groups/${group.id}/members`, { add: [grete.userId, emma.userId] });
    await eventually(async () => {
      expect(await toPerson(grete)).toEqual([
        `${mention(owner)} hat dich in #**${other.name}** aufgenommen.`,
        `${mention(owner)} hat dich in die Gruppe @_*${group.name}* aufgenommen.`,
      ]);
      expect(await toPerson(emma)).toEqual([
        `${mention(owner)} subscribed you to #**${other.name}**.`,
        `${mention(owner)} added you to the group @_*${group.name}*.`,
      ]);
      return true;
    });
  });
});
