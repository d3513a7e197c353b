import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { request } from 'undici';
import { OperatorTool } from '../support/operator-tool';
import { Organization, createOrganization } from '../support/organizations';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Names of things that an earlier answer named, in braces. */
type Named = Record<string, string>;

/** A request as a provider sends it, and what it needs to hear. */
interface Step {
  says: string;
  method: Method;
  path: string;
  body?: object;
  status: number;
  answer?: object;
  /** The id of the answer is named so from here on. */
  names?: string;
}

const find = (attribute: string, value: string) => `?filter=${encodeURIComponent(`${attribute} eq "${value}"`)}`;
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });

/** What Okta sends, in the order of its connection test, assignment, push of a group and end (identity.md 8.5). */
const OKTA: readonly Step[] = [
  {
    says: 'Do you answer?',
    method: 'GET',
    path: '/Users?startIndex=1&count=2',
    status: 200,
    answer: { startIndex: 1 },
  },
  {
    says: 'Is there one?',
    method: 'GET',
    path: `/Users${find('userName', 'ida@okta.example')}&startIndex=1&count=100`,
    status: 200,
    answer: { totalResults: 0, Resources: [] },
  },
  {
    says: 'Make one.',
    method: 'POST',
    path: '/Users',
    body: {
      ...{ schemas: [USER], userName: 'ida@okta.example', name: { givenName: 'Ida', familyName: 'Rhodes' } },
      emails: [{ primary: true, value: 'ida@okta.example', type: 'work' }],
      ...{ displayName: 'Ida Rhodes', locale: 'en-US', externalId: '00ujl29u0le5T6Aj10h7', groups: [] },
      ...{ password: '1mz050nq', active: true },
    },
    status: 201,
    answer: { userName: 'ida@okta.example', name: { givenName: 'Ida', familyName: 'Rhodes' }, active: true },
    names: 'ida',
  },
  {
    says: 'Make it again.',
    method: 'POST',
    path: '/Users',
    body: { schemas: [USER], userName: 'Ida@okta.example', name: { givenName: 'Ida', familyName: 'R' }, active: true },
    status: 409,
    answer: { scimType: 'uniqueness', detail: 'Email address already in use: Ida@okta.example' },
  },
  { says: 'What have you?', method: 'GET', path: '/Users/{ida}', status: 200, answer: { id: '{ida}', role: 'member' } },
  {
    says: 'A new profile.',
    method: 'PUT',
    path: '/Users/{ida}',
    body: {
      ...{ schemas: [USER], id: '{ida}', userName: 'ida@okta.example', active: true, role: 'moderator' },
      ...{ name: { givenName: 'Ida', familyName: 'Hadassah Rhodes' }, emails: [{ value: 'ida@okta.example' }] },
    },
    status: 200,
    answer: { name: { givenName: 'Ida', familyName: 'Hadassah Rhodes' }, role: 'moderator' },
  },
  {
    says: 'A group.',
    method: 'POST',
    path: '/Groups',
    body: { schemas: [GROUP], displayName: 'Standards', members: [] },
    status: 201,
    answer: { displayName: 'Standards', members: [] },
    names: 'group',
  },
  {
    says: 'She is in it.',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'add', path: 'members', value: [{ value: '{ida}', display: 'ida@okta.example' }] }),
    status: 204,
  },
  {
    says: 'The group has another name.',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'replace', value: { id: '{group}', displayName: 'Standards Bureau' } }),
    status: 204,
  },
  {
    says: 'Who is in it?',
    method: 'GET',
    path: '/Groups/{group}',
    status: 200,
    answer: { displayName: 'Standards Bureau', members: [{ value: '{ida}', type: 'User' }] },
  },
  {
    says: 'She is not in it.',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'remove', path: 'members[value eq "{ida}"]' }),
    status: 204,
  },
  {
    says: 'She is out.',
    method: 'PATCH',
    path: '/Users/{ida}',
    body: patch({ op: 'replace', value: { active: false } }),
    status: 200,
    answer: { active: false },
  },
  { says: 'No group.', method: 'DELETE', path: '/Groups/{group}', status: 204 },
];

/** What Entra ID sends, without the flag that makes its booleans such. */
const ENTRA: readonly Step[] = [
  {
    says: 'Do you answer?',
    method: 'GET',
    path: `/Users${find('userName', 'a1f0ad46-94d2-4a7c-b0c5-6a1f4e2c7b11')}`,
    status: 200,
    answer: { totalResults: 0, Resources: [] },
  },
  { says: 'What can you do?', method: 'GET', path: '/Schemas', status: 200, answer: { totalResults: 2 } },
  {
    says: 'Is there one?',
    method: 'GET',
    path: `/Users${find('externalId', 'mary.kenneth')}`,
    status: 200,
    answer: { totalResults: 0 },
  },
  {
    says: 'Make one.',
    method: 'POST',
    path: '/Users',
    body: {
      ...{ schemas: [USER, ENTERPRISE], externalId: 'mary.kenneth', userName: 'mary@entra.example', active: true },
      ...{ addresses: null, displayName: 'Mary Kenneth Keller', meta: { resourceType: 'User' } },
      emails: [{ type: 'work', value: 'mary@entra.example', primary: true }],
      name: { formatted: 'Mary Kenneth Keller', familyName: 'Keller', givenName: 'Mary' },
      ...{ roles: [], title: null, [ENTERPRISE]: { department: 'bla' } },
    },
    status: 201,
    answer: { externalId: 'mary.kenneth', name: { formatted: 'Mary Kenneth Keller' } },
    names: 'mary',
  },
  {
    says: 'Is there one now?',
    method: 'GET',
    path: `/Users${find('externalId', 'mary.kenneth')}`,
    status: 200,
    answer: { totalResults: 1, Resources: [{ id: '{mary}' }] },
  },
  {
    says: 'Much is new.',
    method: 'PATCH',
    path: '/Users/{mary}?aadOptscim062020',
    body: patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'mary.k@entra.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Clarke' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Computing' },
      { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Moderator' },
      { op: 'Replace', path: 'userName', value: 'mary.k@entra.example' },
    ),
    status: 200,
    answer: { userName: 'mary.k@entra.example', name: { formatted: 'Mary Clarke' }, role: 'moderator' },
  },
  {
    says: 'Is there a group?',
    method: 'GET',
    path: `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Computing"')}`,
    status: 200,
    answer: { totalResults: 0 },
  },
  {
    says: 'Make it.',
    method: 'POST',
    path: '/Groups',
    body: { schemas: [GROUP], externalId: '8aa1a0c0', displayName: 'Computing', meta: { resourceType: 'Group' } },
    status: 201,
    answer: { displayName: 'Computing', externalId: '8aa1a0c0' },
    names: 'group',
  },
  {
    says: 'She is in it.',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{mary}' }] }),
    status: 204,
  },
  {
    says: 'Is she?',
    method: 'GET',
    path: `/Groups?excludedAttributes=members&filter=${encodeURIComponent('id eq "{group}" and members eq "{mary}"')}`,
    status: 200,
    answer: { totalResults: 1 },
  },
  {
    says: 'She is not.',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{mary}' }] }),
    status: 204,
  },
  {
    says: 'She is out.',
    method: 'PATCH',
    path: '/Users/{mary}',
    body: patch({ op: 'Replace', path: 'active', value: 'False' }),
    status: 200,
    answer: { active: false },
  },
  { says: 'She is gone.', method: 'DELETE', path: '/Users/{mary}', status: 204 },
];

describe('SCIM', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let tool: OperatorTool;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    tool = OperatorTool.of(cluster);
  });

  const newToken = async (of: Organization, ...options: string[]): Promise<{ id: number; token: string }> => {
    const args = ['scim', 'token', 'create', '-o', of.subdomain, '--name', 'Test', ...options];
    const { code, stdout, stderr } = await tool.run('--json', ...args);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const send = async (
    method: Method,
    path: string,
    {
      authorization = '',
      body = undefined as object | string | undefined,
      of = organization,
      type = 'application/scim+json',
    },
  ) => {
    const answer = await request(`${cluster.description.base_url}/scim/v2${path}`, {
      method,
      headers: {
        host: of.host,
        ...(authorization ? { authorization } : {}),
        ...(body ? { 'content-type': type } : {}),
      },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };

  const withNames = (text: string, named: Named): string =>
    text.replace(/(?:\{|%7B)(\w+)(?:\}|%7D)/g, (whole, name: string) => named[name] ?? whole);
  const replay = async (steps: readonly Step[], of: Organization, authorization: string): Promise<Named> => {
    const named: Named = {};
    for (const { says, method, path, body, status, answer, names } of steps) {
      const sent = body && JSON.parse(withNames(JSON.stringify(body), named));
      const given = await send(method, withNames(path, named), { authorization, body: sent, of });
      expect([says, given.status]).toEqual([says, status]);
      if (answer) expect(given.body).toMatchObject(JSON.parse(withNames(JSON.stringify(answer), named)));
      if (names) named[names] = given.body.id;
    }
    return named;
  };

  it('understands Okta; people and groups are there for everybody at once', async () => {
    const { token } = await newToken(organization, '--split-names');
    const { client } = organization.owner;
    const registered = await client.succeed('POST', '/register', {
      event_types: ['realm_user', 'user_group'],
      fetch_event_types: ['realm_user'],
    });
    const { ida } = await replay(OKTA, organization, `Bearer ${token}`);
    const told = async (): Promise<string[]> => {
      const { events } = await client.succeed('GET', '/events', {
        queue_id: registered.queue_id,
        last_event_id: registered.last_event_id,
        dont_block: true,
      });
      return events.map(({ type, op }: { type: string; op: string }) => `${type} ${op}`);
    };
    const wanted = ['realm_user add', 'realm_user update', 'user_group add', 'user_group remove'];
    await eventually(async () => {
      const events = await told();
      return wanted.every((name) => events.includes(name));
    });
    const { user } = await client.succeed('GET', `/users/${ida}`);
    expect(user).toMatchObject({ full_name: 'Ida Hadassah Rhodes', role: 300, is_active: false });
  });

  it('understands Entra ID; a leaver’s key stops to work', async () => {
    const of = await createOrganization(cluster);
    const field = { name: 'Department', field_type: 1 };
    const { id: fieldId } = await of.owner.client.succeed('POST', '/realm/profile_fields', field);
    const options = ['--accept-deletions', '--profile-fields', 'department => Department'];
    const { token } = await newToken(of, ...options);
    const authorization = `Bearer ${token}`;
    const { mary } = await replay(ENTRA.slice(0, 6), of, authorization);
    const read = { include_custom_profile_fields: true };
    const { user: shown } = await of.owner.client.succeed('GET', `/users/${mary}`, read);
    expect(shown.profile_data[fieldId].value).toBe('Computing');
    const { api_key: key } = await of.anonymous.succeed('POST', '/dev_fetch_api_key', {
      username: 'mary.k@entra.example',
    });
    const client = of.anonymous.as('mary.k@entra.example', key);
    await client.succeed('GET', '/users/me');
    const rename = await client.patch('/settings', { full_name: 'Somebody Else' });
    expect([rename.status, rename.body.msg]).toEqual([
      400,
      "'full_name' is managed by SCIM and cannot be changed here.",
    ]);
    const role = await of.owner.client.patch(`/users/${mary}`, { role: 400 });
    expect(role.body.msg).toBe("'role' is managed by SCIM and cannot be changed here.");
    const deactivation = patch({ op: 'Replace', path: 'active', value: 'False' });
    await send('PATCH', `/Users/${mary}`, { authorization, body: deactivation, of });
    await eventually(async () => (await client.get('/users/me')).status === 401, { timeoutMs: 1000 });
    const other = await createOrganization(cluster);
    const next = await newToken(other, '--accept-deletions');
    await replay(ENTRA, other, `Bearer ${next.token}`);
  });

  it('needs a token of the organization, which opens nothing else', async () => {
    const of = await createOrganization(cluster);
    const { id, token } = await newToken(of, '--profile-fields', 'title => Job');
    const named = ['-o', of.subdomain, '--name', 'Test'];
    const { stderr } = await tool.run('scim', 'token', 'create', ...named, '--profile-fields', 'title');
    expect(stderr).toContain('"title" must be "ATTRIBUTE => FIELD"');
    const authorization = `Bearer ${token}`;
    expect((await send('GET', '/Users', { authorization, of })).status).toBe(200);
    const elsewhere = await createOrganization(cluster);
    const { email, apiKey } = of.owner;
    const refused = [
      await send('GET', '/Users', { of }),
      await send('GET', '/Users', { authorization: token, of }),
      await send('GET', '/Users', { authorization: `Bearer ${token.slice(0, -1)}_`, of }),
      await send('GET', '/Users', { authorization: `Bearer ${apiKey}`, of }),
      await send('GET', '/Users', {
        authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
        of,
      }),
      await send('GET', '/Users', { authorization, of: elsewhere }),
    ];
    for (const { status, headers, body } of refused) {
      expect([status, headers['www-authenticate'], body]).toEqual([401, 'Bearer realm="scim"', undefined]);
    }
    const api = await request(`${cluster.description.base_url}/api/v1/users/me`, {
      headers: { host: of.host, authorization },
    });
    expect([api.statusCode, await api.body.json()]).toMatchObject([
      400,
      { msg: 'This endpoint requires HTTP basic authentication.' },
    ]);
    const listed = await tool.run('--json', 'scim', 'token', 'list', '-o', of.subdomain);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { id, name: 'Test', expires: 'never', 'profile fields': 'title => Job' },
    ]);
    expect(listed.stdout).not.toContain(token);
    expect((await tool.run('scim', 'token', 'revoke', String(id), '-o', of.subdomain)).code).toBe(0);
    expect((await send('GET', '/Users', { authorization, of })).status).toBe(401);
    expect((await tool.run('scim', 'token', 'revoke', String(id), '-o', of.subdomain)).code).toBe(3);
  });

  it('answers errors in the form of SCIM', async () => {
    const of = await createOrganization(cluster);
    const authorization = `Bearer ${(await newToken(of)).token}`;
    const error = (status: number, more: object = {}) => ({
      status,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status), ...more },
    });
    const ask = (method: Method, path: string, options: { body?: object | string; type?: string } = {}) =>
      send(method, path, { authorization, of, ...options });
    expect(await ask('GET', '/Users/999999999')).toMatchObject(error(404, { detail: 'Resource 999999999 not found' }));
    expect(await ask('POST', '/Users', { body: '{' })).toMatchObject(error(400, { scimType: 'invalidSyntax' }));
    expect(await ask('POST', '/Users', { body: 'a=b', type: 'text/plain' })).toMatchObject(error(415));
    expect(await ask('GET', '/Users?filter=nonsense')).toMatchObject(error(400, { scimType: 'invalidFilter' }));
    expect(await ask('GET', '/Me')).toMatchObject(error(501, { detail: 'Not Implemented' }));
    const json = await ask('POST', '/Users', {
      body: { userName: 'j@x.example', displayName: 'J' },
      type: 'application/json',
    });
    expect([json.status, json.headers['content-type'], json.headers.location]).toEqual([
      201,
      'application/scim+json; charset=utf-8',
      `http://${of.host}/scim/v2/Users/${json.body.id}`,
    ]);
    expect(json.headers.etag).toBe(json.body.meta.version);
  });
});
