import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

let cluster: TestCluster;
let organization: Organization;
let owner: Person;
let member: Person;

beforeEach(async () => {
  cluster = await sharedCluster();
  organization = await createOrganization(cluster, { default_code_block_language: 'Python' });
  owner = organization.owner;
  member = await organization.createPerson('Member');
});

describe('playgrounds', () => {
  const VALID = { name: 'Try it', pygments_language: 'Python', url_template: 'https://try.example/{code}' };
  const add = async (parameters: Parameters = {}): Promise<number> =>
    (await owner.client.succeed('POST', '/realm/playgrounds', { ...VALID, ...parameters })).id;

  it('are added and removed; everybody is told', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm_playgrounds', 'realm'] });
    const id = await add({ name: ' Try it ' });
    const second = await add({ pygments_language: 'c++' });
    await queue.next(isEvent('realm_playgrounds'));
    expect((await queue.next(isEvent('realm_playgrounds'))).realm_playgrounds).toEqual([
      { id, ...VALID },
      { id: second, ...VALID, pygments_language: 'c++' },
    ]);
    await owner.client.succeed('DELETE', `/realm/playgrounds/${id}`);
    const [reset, changed] = await queue.until(isEvent('realm_playgrounds'));
    expect(reset).toMatchObject({ type: 'realm', op: 'update', property: 'default_code_block_language', value: '' });
    expect(changed.realm_playgrounds).toEqual([{ id: second, ...VALID, pygments_language: 'c++' }]);
    const { state } = await TestQueue.register(member, { fetch_event_types: ['realm_playgrounds'] });
    expect(state.realm_playgrounds).toEqual(changed.realm_playgrounds);
  });

  it.each<[Parameters, string, string | null]>([
    [{ pygments_language: 'x'.repeat(41) }, 'pygments_language is too long (limit: 40 characters)', null],
    [{ pygments_language: 'a*b' }, 'Invalid characters in pygments language', null],
    [{ name: ' ' }, 'This field cannot be blank.', 'name'],
    [{ pygments_language: '' }, 'This field cannot be blank.', 'pygments_language'],
    [{ url_template: '' }, 'This field cannot be blank.', 'url_template'],
    [{ url_template: 'https://x/{code' }, 'Invalid URL template.', 'url_template'],
    [{ url_template: 'https://x/' }, 'Missing the required variable "code" in the URL template', '__all__'],
    [
      { url_template: 'https://x/{code}{a}' },
      '"code" should be the only variable present in the URL template',
      '__all__',
    ],
  ])('%j is refused', async (parameters, msg, field) => {
    const extra = field === null ? {} : { errors: { [field]: [msg] } };
    expectError(await owner.client.post('/realm/playgrounds', { ...VALID, ...parameters }), msg, extra);
  });

  it('have names of their own within a language', async () => {
    await add();
    const msg = 'Realm playground with this Realm, Pygments language and Name already exists.';
    expectError(await owner.client.post('/realm/playgrounds', VALID), msg, { errors: { __all__: [msg] } });
  });

  it('are configured by administrators, and must exist to be removed', async () => {
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' };
    expectError(
      await member.client.post('/realm/playgrounds', VALID),
      'Must be an organization administrator',
      refusal,
    );
    expectError(await member.client.delete('/realm/playgrounds/1'), 'Must be an organization administrator', refusal);
    expectError(await owner.client.delete('/realm/playgrounds/99999999999'), 'Invalid playground');
  });
});

describe('allowed mail domains', () => {
  const add = (domain: string, allow_subdomains = false) =>
    owner.client.succeed('POST', '/realm/domains', { domain, allow_subdomains });

  it('are added, changed and removed; everybody is told', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm_domains', 'realm'] });
    expect((await add(' Example.COM ')).new_domain).toEqual([expect.any(Number), 'example.com']);
    await owner.client.succeed('PATCH', '/realm/domains/example.com', { allow_subdomains: true });
    expect((await member.client.succeed('GET', '/realm/domains')).domains).toEqual([
      { domain: 'example.com', allow_subdomains: true },
    ]);
    await owner.client.succeed('DELETE', '/realm/domains/example.com');
    const events = await queue.until(isEvent('realm_domains', 'remove'));
    expect(events.map(({ id: _id, ...event }) => event)).toEqual([
      { type: 'realm_domains', op: 'add', realm_domain: { domain: 'example.com', allow_subdomains: false } },
      { type: 'realm_domains', op: 'change', realm_domain: { domain: 'example.com', allow_subdomains: true } },
      { type: 'realm_domains', op: 'remove', domain: 'example.com' },
    ]);
  });

  it('lift the restriction to them when the last one goes', async () => {
    const restricted = await createOrganization(cluster, { emails_restricted_to_domains: true });
    const client = restricted.owner.client;
    await client.succeed('POST', '/realm/domains', { domain: 'a.example', allow_subdomains: false });
    await client.succeed('POST', '/realm/domains', { domain: 'b.example', allow_subdomains: false });
    const queue = await TestQueue.register(restricted.owner, { event_types: ['realm_domains', 'realm'] });
    await client.succeed('DELETE', '/realm/domains/a.example');
    await client.succeed('DELETE', '/realm/domains/b.example');
    const events = await queue.until((event) => event.domain === 'b.example');
    expect(events.map(({ type, op, property, value, domain }) => [type, op, property ?? domain, value])).toEqual([
      ['realm_domains', 'remove', 'a.example', undefined],
      ['realm', 'update', 'emails_restricted_to_domains', false],
      ['realm_domains', 'remove', 'b.example', undefined],
    ]);
  });

  it('are refused where they are none, twice, or not there', async () => {
    const post = (domain: string) => owner.client.post('/realm/domains', { domain, allow_subdomains: false });
    expectError(await post(' '), "Invalid domain: Domain can't be empty.");
    expectError(await post('localhost'), 'Invalid domain: Domain must have at least one dot (.)');
    expectError(await post('exa_mple.com'), "Invalid domain: Domain can only have letters, numbers, '.' and '-'s.");
    await add('example.com');
    expectError(await post('EXAMPLE.com'), 'The domain example.com is already a part of your organization.');
    const missing = 'No entry found for domain other.example.';
    expectError(await owner.client.patch('/realm/domains/other.example', { allow_subdomains: true }), missing);
    expectError(await owner.client.delete('/realm/domains/other.example'), missing);
    expectError(await owner.client.patch('/realm/domains/example.com'), "Missing 'allow_subdomains' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'allow_subdomains',
    });
  });

  it('are configured by owners', async () => {
    const administrator = await organization.createPerson('Administrator', 200);
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' };
    const values = { domain: 'a.example', allow_subdomains: true };
    const msg = 'Must be an organization owner';
    expectError(await administrator.client.post('/realm/domains', values), msg, refusal);
    expectError(await administrator.client.patch('/realm/domains/a.example', values), msg, refusal);
    expectError(await administrator.client.delete('/realm/domains/a.example'), msg, refusal);
  });
});
