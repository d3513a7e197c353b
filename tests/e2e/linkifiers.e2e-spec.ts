import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchOne, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { statementsOf } from '../support/statements';
import { TestQueue, isEvent } from '../support/test-queue';

const PLAIN = { example_input: null, reverse_template: null, alternative_url_templates: [] };
const CAPABLE = { client_capabilities: { linkifier_url_template: true } };

describe('linkifiers', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
  });
  beforeEach(async () => {
    organization = await createOrganization(cluster);
    owner = organization.owner;
    member = await organization.createPerson('Member');
  });

  const add = async (pattern: string, url_template: string): Promise<number> =>
    (await owner.client.succeed('POST', '/realm/filters', { pattern, url_template })).id;
  const list = async () => (await member.client.succeed('GET', '/realm/linkifiers')).linkifiers;

  it('are added, changed, ordered and deleted; clients that know templates are told', async () => {
    const [capable, older] = await Promise.all([
      TestQueue.register(member, CAPABLE),
      TestQueue.register(member, { event_types: ['realm_linkifiers', 'alert_words'] }),
    ]);
    const first = await add(' #(?P<id>[0-9]+) ', ' https://example.com/{id} ');
    const second = await add('PR-(?P<id>\\d+)', 'https://example.com/pr/{id}');
    await owner.client.succeed('PATCH', `/realm/filters/${first}`, {
      pattern: 'T(?P<n>\\d+)',
      url_template: 'https://t/{n}',
    });
    await owner.client.succeed('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [second, first] });
    const expected = [
      { id: second, pattern: 'PR-(?P<id>\\d+)', url_template: 'https://example.com/pr/{id}', ...PLAIN },
      { id: first, pattern: 'T(?P<n>\\d+)', url_template: 'https://t/{n}', ...PLAIN },
    ];
    expect(await list()).toEqual(expected);
    for (let told = 0; told < 3; told++) await capable.next(isEvent('realm_linkifiers'));
    expect((await capable.next(isEvent('realm_linkifiers'))).realm_linkifiers).toEqual(expected);
    await owner.client.succeed('DELETE', `/realm/filters/${second}`);
    expect((await capable.next(isEvent('realm_linkifiers'))).realm_linkifiers).toEqual(expected.slice(1));
    await member.client.succeed('POST', '/users/me/alert_words', { alert_words: ['x'] });
    expect((await older.until(isEvent('alert_words'))).map(({ type }) => type)).toEqual(['alert_words']);
    const registered = (parameters: Parameters) =>
      TestQueue.register(member, { fetch_event_types: ['realm_linkifiers'], ...parameters });
    expect((await registered(CAPABLE)).state.realm_linkifiers).toEqual(expected.slice(1));
    expect((await registered({})).state.realm_linkifiers).toEqual([]);
  });

  it('become links in messages and topics, the first one that matches', async () => {
    await add('#(?P<id>[0-9]+)', 'https://first.example/{id}');
    await add('(?P<word>#1)', 'https://second.example/{word}');
    const channel = await createChannel(member);
    const id = await sendToChannel(member, channel, { topic: 'about #1', content: 'see #1 and #22' });
    const message = await fetchOne(member, id);
    expect(message.content).toContain('<a href="https://first.example/1">#1</a>');
    expect(message.content).toContain('<a href="https://first.example/22">#22</a>');
    expect(message.topic_links).toEqual([{ text: '#1', url: 'https://first.example/1' }]);
    const { linkifiers } = await member.client.succeed('GET', '/realm/linkifiers');
    const ids = linkifiers.map((linkifier: { id: number }) => linkifier.id);
    await owner.client.succeed('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: ids.reverse() });
    const later = await fetchOne(member, await sendToChannel(member, channel, { content: 'see #1' }));
    expect(later.content).toContain('second.example');
    expect((await fetchOne(member, id)).content).toContain('first.example');
  });

  it.each<[Parameters, string, string]>([
    [{ pattern: ' ', url_template: 'https://x/' }, 'pattern', 'This field cannot be blank.'],
    [{ pattern: 'x', url_template: '' }, 'url_template', 'This field cannot be blank.'],
    [{ pattern: '(foo' }, '__all__', 'Bad regular expression: missing ): (foo'],
    [{ pattern: '(?=x)(?P<id>y)' }, '__all__', 'Bad regular expression: invalid perl operator: (?='],
    [{ url_template: 'https://x/{id' }, 'url_template', 'Invalid URL template.'],
    [
      { url_template: 'https://x/{id}{b}' },
      '__all__',
      "Group 'b' in URL template is not present in linkifier pattern.",
    ],
    [{ url_template: 'https://x/' }, '__all__', "Group 'id' in linkifier pattern is not present in URL template."],
  ])('%j is refused', async (parameters, field, msg) => {
    const valid = { pattern: '#(?P<id>\\d+)', url_template: 'https://x/{id}' };
    const errors = { [field]: [msg] };
    expectError(await owner.client.post('/realm/filters', { ...valid, ...parameters }), msg, { errors });
    const id = await add('valid', 'https://x/');
    expectError(await owner.client.patch(`/realm/filters/${id}`, { ...valid, ...parameters }), msg, { errors });
  });

  it('levels 471 and 478: say how an address becomes a text again', async () => {
    const queue = await TestQueue.register(member, { ...CAPABLE, event_types: ['realm_linkifiers'] });
    const base = { pattern: '#(?P<id>\\d+)', url_template: 'https://bugs/{id}' };
    const back = { example_input: '#12', reverse_template: '#{id}', alternative_url_templates: ['https://old/{id}'] };
    const { id } = await owner.client.succeed('POST', '/realm/filters', { ...base, ...back });
    expect(await list()).toEqual([{ id, ...base, ...back }]);
    expect((await queue.next(isEvent('realm_linkifiers'))).realm_linkifiers).toEqual([{ id, ...base, ...back }]);
    const path = `/realm/filters/${id}`;
    await owner.client.succeed('PATCH', path, base);
    expect(await list()).toEqual([{ id, ...base, ...back }]);
    const text = 'A reverse template needs an example input.';
    const errors = { reverse_template: [text] };
    expectError(await owner.client.patch(path, { ...base, example_input: '' }), text, { errors });
    await owner.client.succeed('PATCH', path, { ...base, example_input: '', reverse_template: '' });
    const { state } = await TestQueue.register(member, { ...CAPABLE, fetch_event_types: ['realm_linkifiers'] });
    expect(state.realm_linkifiers).toEqual([{ id, ...base, ...back, example_input: null, reverse_template: null }]);
  });

  it('have templates of a sensible length', async () => {
    const template = `https://x/${'y'.repeat(1990)}`;
    const text = 'url_template is too long (limit: 2000 characters)';
    expectError(await owner.client.post('/realm/filters', { pattern: 'a', url_template: `${template}y` }), text);
    const id = await add('a', ` ${template} `);
    const change = { pattern: 'a', url_template: `${template}y` };
    expectError(await owner.client.patch(`/realm/filters/${id}`, change), text);
  });

  it('have different patterns', async () => {
    const msg = 'Realm filter with this Realm and Pattern already exists.';
    const errors = { __all__: [msg] };
    await add('a', 'https://a/');
    const id = await add('b', 'https://b/');
    expectError(await owner.client.post('/realm/filters', { pattern: 'a', url_template: 'https://c/' }), msg, {
      errors,
    });
    const change = { pattern: 'a', url_template: 'https://b/' };
    expectError(await owner.client.patch(`/realm/filters/${id}`, change), msg, { errors });
  });

  it('that do not exist are not found, wherever they are', async () => {
    const other = await createOrganization(cluster);
    const foreign = (
      await other.owner.client.succeed('POST', '/realm/filters', { pattern: 'a', url_template: 'https://a/' })
    ).id;
    for (const id of [foreign, 999_999_999_999]) {
      const change = { pattern: 'x', url_template: 'https://x/' };
      expectError(await owner.client.patch(`/realm/filters/${id}`, change), 'Linkifier not found.');
      expectError(await owner.client.delete(`/realm/filters/${id}`), 'Linkifier not found.');
    }
  });

  it('are ordered all at once', async () => {
    await owner.client.succeed('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [] });
    const ids = [await add('a', 'https://a/'), await add('b', 'https://b/')];
    const order = (ordered_linkifier_ids: number[]) =>
      owner.client.patch('/realm/linkifiers', { ordered_linkifier_ids });
    expectError(await order([...ids, ...ids]), 'The ordered list must not contain duplicated linkifiers');
    for (const wrong of [[], ids.slice(1), [...ids, 0]]) {
      expectError(await order(wrong), 'The ordered list must enumerate all existing linkifiers exactly once');
    }
  });

  it('are configured by administrators', async () => {
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' };
    const msg = 'Must be an organization administrator';
    const values = { pattern: 'a', url_template: 'https://a/' };
    expectError(await member.client.post('/realm/filters', values), msg, refusal);
    expectError(await member.client.patch('/realm/filters/1', values), msg, refusal);
    expectError(await member.client.delete('/realm/filters/1'), msg, refusal);
    expectError(await member.client.patch('/realm/linkifiers', { ordered_linkifier_ids: [] }), msg, refusal);
  });

  it('are listed at a fixed cost', async () => {
    await add('a', 'https://a/');
    const few = await statementsOf(cluster, list);
    for (const pattern of ['b', 'c', 'd', 'e']) await add(pattern, `https://${pattern}/`);
    expect(await statementsOf(cluster, list)).toBe(few);
  });
});
