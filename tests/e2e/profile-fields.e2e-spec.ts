import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { statementsOf } from '../support/statements';
import { ClientEvent, TestQueue, isEvent } from '../support/test-queue';

const OPTIONS = { '0': { text: 'Red', order: '1' }, '1': { text: 'Blue', order: '2' } };

describe('custom profile fields', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;

  beforeEach(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    member = await organization.createPerson('Member');
  });

  const create = async (parameters: Parameters): Promise<number> =>
    (await owner.client.succeed('POST', '/realm/profile_fields', parameters)).id;
  const list = async () => (await member.client.succeed('GET', '/realm/profile_fields')).custom_fields;
  const set = (person: Person, id: number, value: unknown) =>
    person.client.patch('/users/me/profile_data', { data: [{ id, value }] });
  const isField = (event: ClientEvent) => event.person?.custom_profile_field !== undefined;
  const profileOf = async (person: Person) => (await person.client.succeed('GET', '/users/me')).profile_data;

  it('are made, changed, ordered and deleted; everybody is told', async () => {
    const queue = await TestQueue.register(member, { event_types: ['custom_profile_fields'] });
    const first = await create({ field_type: 1, name: ' Food ', hint: 'what you like' });
    const second = await create({ field_type: 3, name: 'Team', field_data: OPTIONS, required: true });
    const third = await create({ field_type: 7, field_data: { subtype: 'github' }, display_in_profile_summary: true });
    const food = {
      id: first,
      name: 'Food',
      type: 1,
      hint: 'what you like',
      field_data: '',
      order: first,
      required: false,
      editable_by_user: true,
    };
    const github = { ...food, id: third, name: 'GitHub username', type: 7, hint: '', order: third };
    expect(await list()).toEqual([
      food,
      {
        ...food,
        id: second,
        name: 'Team',
        type: 3,
        hint: '',
        order: second,
        required: true,
        field_data: JSON.stringify(OPTIONS),
      },
      { ...github, field_data: '{"subtype":"github"}', display_in_profile_summary: true },
    ]);
    await owner.client.succeed('PATCH', `/realm/profile_fields/${first}`, { hint: '', editable_by_user: false });
    await owner.client.succeed('PATCH', '/realm/profile_fields', { order: [third, second, first] });
    await owner.client.succeed('DELETE', `/realm/profile_fields/${second}`);
    const events = await queue.until(({ fields }) => fields?.length === 2 && fields[0].id === third);
    expect(events).toHaveLength(6);
    expect(events[5].fields).toEqual(await list());
    expect(events[5].fields[1]).toEqual({ ...food, hint: '', editable_by_user: false, order: 2 });
    const { state } = await TestQueue.register(member, { fetch_event_types: ['custom_profile_fields'] });
    expect(state.custom_profile_fields).toEqual(events[5].fields);
  });

  it.each<[Parameters, string]>([
    [{ name: ' ' }, 'Label cannot be blank.'],
    [{ name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    [{ hint: 'x'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
    [{ field_type: 9 }, 'Invalid field type.'],
    [{ field_type: 3 }, 'Field must have at least one choice.'],
    [{ field_type: 3, field_data: { '': OPTIONS[0] } }, "'value' cannot be blank."],
    [{ field_type: 3, field_data: { a: OPTIONS[0], b: OPTIONS[0] } }, 'Field must not have duplicate choices.'],
    [{ field_type: 3, field_data: { a: { text: '', order: '1' } } }, 'field_data["text"] cannot be blank.'],
    [{ field_type: 7 }, 'subtype key is missing from field_data'],
    [{ field_type: 7, field_data: { subtype: 'custom' } }, 'Custom external account must define URL pattern'],
    [{ field_type: 7, field_data: { subtype: 'x' } }, 'Invalid external account type'],
    [
      { field_type: 7, field_data: { subtype: 'custom', url_pattern: 'https://x' } },
      "URL pattern must contain '%(username)s'.",
    ],
    [
      { field_type: 7, field_data: { subtype: 'custom', url_pattern: 'x%(username)s' } },
      'field_data["url_pattern"] is not a URL',
    ],
    [{ field_type: 6, display_in_profile_summary: true }, 'Field type not supported for display in profile summary.'],
    [{ field_data: '[1]' }, 'field_data is not a dict'],
  ])('%j is refused', async (parameters, msg) => {
    const valid = { name: 'Field', field_type: 1 };
    expectError(await owner.client.post('/realm/profile_fields', { ...valid, ...parameters }), msg);
  });

  it('are refused beyond limits, twice, changed wrongly or not there', async () => {
    const shown = { field_type: 1, display_in_profile_summary: true };
    await create({ ...shown, name: 'one' });
    await create({ ...shown, name: 'two' });
    const many = 'Only 2 custom profile fields can be displayed in the profile summary.';
    expectError(await owner.client.post('/realm/profile_fields', { ...shown, name: 'three' }), many);
    const three = await create({ field_type: 1, name: 'three' });
    const path = `/realm/profile_fields/${three}`;
    expectError(await owner.client.patch(path, { display_in_profile_summary: true }), many);
    expectError(await owner.client.patch(path, { name: 'one' }), 'A field with that label already exists.');
    const again = await owner.client.post('/realm/profile_fields', { field_type: 1, name: 'one' });
    expectError(again, 'A field with that label already exists.');
    const github = await create({ field_type: 7, field_data: { subtype: 'github' } });
    await owner.client.succeed('PATCH', `/realm/profile_fields/${github}`, { name: 'GitHub username' });
    const renamed = await owner.client.patch(`/realm/profile_fields/${github}`, { name: 'other' });
    expectError(renamed, 'Default custom field cannot be updated.');
    expectError(await owner.client.patch('/realm/profile_fields/0', { name: 'x' }), 'Field id 0 not found.');
    expectError(await owner.client.delete('/realm/profile_fields/99999999999'), 'Field id 99999999999 not found.');
    expectError(await owner.client.patch('/realm/profile_fields', { order: [three] }), 'Invalid order mapping.');
  });

  it('are configured by administrators', async () => {
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' };
    const msg = 'Must be an organization administrator';
    expectError(await member.client.post('/realm/profile_fields', { field_type: 1, name: 'x' }), msg, refusal);
    expectError(await member.client.patch('/realm/profile_fields/1', { name: 'x' }), msg, refusal);
    expectError(await member.client.delete('/realm/profile_fields/1'), msg, refusal);
    expectError(await member.client.patch('/realm/profile_fields', { order: [] }), msg, refusal);
  });

  it('have values, which others are told of', async () => {
    const [text, team, people] = [
      await create({ field_type: 1, name: 'Food' }),
      await create({ field_type: 3, name: 'Team', field_data: OPTIONS }),
      await create({ field_type: 6, name: 'Mentors' }),
    ];
    const queue = await TestQueue.register(owner, { event_types: ['realm_user'] });
    const data = [
      { id: text, value: '**tea**' },
      { id: team, value: '1' },
      { id: people, value: [owner.userId] },
    ];
    await member.client.succeed('PATCH', '/users/me/profile_data', { data });
    const rendered = '<p><strong>tea</strong></p>';
    const told = async () => (await queue.next(isField)).person.custom_profile_field;
    expect(await told()).toEqual({ id: text, value: '**tea**', rendered_value: rendered });
    expect(await told()).toEqual({ id: team, value: '1' });
    expect(await told()).toEqual({ id: people, value: JSON.stringify([owner.userId]) });
    const expected = {
      [text]: { value: '**tea**', rendered_value: rendered },
      [team]: { value: '1' },
      [people]: { value: `[${owner.userId}]` },
    };
    expect(await profileOf(member)).toEqual(expected);
    // What is the same already sends no event.
    await member.client.succeed('PATCH', '/users/me/profile_data', { data: [data[0], { id: team, value: '0' }] });
    expect(await told()).toEqual({ id: team, value: '0' });
    await member.client.succeed('DELETE', '/users/me/profile_data', { data: [text, text] });
    await member.client.succeed('DELETE', '/users/me/profile_data', { data: [text] });
    expect(await told()).toEqual({ id: text, value: null });
    await owner.client.succeed('PATCH', `/realm/profile_fields/${team}`, { field_data: { '1': OPTIONS[1] } });
    await owner.client.succeed('DELETE', `/realm/profile_fields/${people}`);
    expect(await profileOf(member)).toEqual({});
  });

  it('take only what their type allows', async () => {
    const bots = (await TestQueue.register(member, { fetch_event_types: ['realm_user'] })).state.cross_realm_bots;
    const types: [number, unknown, string][] = [
      [1, 'x'.repeat(51), 'F is too long (limit: 50 characters)'],
      [1, [1], 'F is not a string'],
      [2, 'x'.repeat(501), 'F is too long (limit: 500 characters)'],
      [3, '7', "'7' is not a valid choice for 'F'."],
      [4, '2023-02-29', 'F is not a date'],
      [5, 'nowhere', 'F is not a URL'],
      [6, 'x', 'User IDs is not a list'],
      [6, [bots[0].user_id, 0], `Invalid user IDs: ${bots[0].user_id}, 0`],
      [8, 'x'.repeat(51), 'F is too long (limit: 50 characters)'],
    ];
    for (const [type, value, msg] of types) {
      const id = await create({ field_type: type, name: 'F', ...(type === 3 ? { field_data: OPTIONS } : {}) });
      expectError(await set(member, id, value), msg);
      await owner.client.succeed('DELETE', `/realm/profile_fields/${id}`);
    }
    expectError(await set(member, 0, 'x'), 'Field id 0 not found.');
    expectError(await member.client.delete('/users/me/profile_data', { data: [0] }), 'Field id 0 not found.');
    expect(await profileOf(member)).toEqual({});
  });

  it('may be for administrators to fill in', async () => {
    const id = await create({ field_type: 1, name: 'Rank', editable_by_user: false });
    const msg = 'You are not allowed to change this field. Contact an administrator to update it.';
    expectError(await set(member, id, 'captain'), msg);
    expectError(await member.client.delete('/users/me/profile_data', { data: [id] }), msg);
    expect((await set(owner, id, 'captain')).status).toBe(200);
  });

  it('are listed at a fixed cost', async () => {
    await create({ field_type: 1, name: 'one' });
    const few = await statementsOf(cluster, list);
    for (const name of ['two', 'three', 'four']) await create({ field_type: 1, name });
    expect(await statementsOf(cluster, list)).toBe(few);
    const queue = await TestQueue.register(member, { event_types: ['custom_profile_fields'] });
    await create({ field_type: 1, name: 'five' });
    expect((await queue.next(isEvent('custom_profile_fields'))).fields).toHaveLength(5);
  });
});
