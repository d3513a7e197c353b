import { TestClient, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { cookieOf } from '../support/browsers';
import { expectClosedElsewhere } from '../support/closed-doors';
import { expectError } from '../support/expectations';
import { mailTo } from '../support/mail';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson, unique } from '../support/people';

const NEW = 'granite3-otter-77';
const UNKNOWN = 'The confirmation link is not valid or has expired.';
const ENDPOINTS: readonly (readonly [string, Record<string, string>])[] = [
  ['/password_reset', { email: 'somebody@people.example' }],
  ['/password_reset/open', { key: 'f'.repeat(40) }],
  ['/password_reset/set', { key: 'f'.repeat(40), new_password: NEW }],
];

describe('forgotten passwords', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let page: TestClient;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    page = organization.anonymous.browser();
  });

  const keyFor = async (email: string): Promise<string> => {
    await page.succeed('POST', '/password_reset', { email });
    const { text } = await mailTo(cluster, email);
    return /\/accounts\/password\/reset\/([0-9a-f]{40})\/$/m.exec(text)?.[1] ?? 'no key';
  };

  it('are replaced by a link: old passwords, sessions, keys and held polls end', async () => {
    const person = await addPerson(owner, 'Forgetful');
    const { email: username, password } = person;
    const session = person.client.browser(
      cookieOf(await person.client.browser().post('/login', { username, password })).cookie,
    );
    const key = await keyFor(username);
    expect(await page.succeed('POST', '/password_reset/open', { key })).toMatchObject({
      email: username,
      full_name: person.fullName,
    });
    const { queue_id: queueId, last_event_id: lastEventId } = await person.client.succeed('POST', '/register', {
      event_types: ['message'],
    });
    const poll = person.client.get('/events', { queue_id: queueId, last_event_id: lastEventId });
    expect(await page.succeed('POST', '/password_reset/set', { key, new_password: NEW })).toMatchObject({
      email: username,
    });
    // It comes back at once, to be refused.
    expect((await poll).body.events ?? []).toEqual([]);
    const isOut = async (client: TestClient) => (await client.get('/users/me')).status === 401;
    await eventually(async () => (await isOut(session)) && (await isOut(person.client)), { timeoutMs: 1000 });
    expect((await page.post('/login', { username, password })).status).toBe(401);
    expect((await page.post('/login', { username, password: NEW })).status).toBe(200);
    const again = await page.post('/password_reset/set', { key, new_password: NEW });
    expectError(again, 'This link has been used already.', { status: 404, reason: 'used' });
  });

  it('answer alike for an account, a deactivated one, one elsewhere and none', async () => {
    const gone = await organization.createPerson('Former');
    await owner.client.succeed('DELETE', `/users/${gone.userId}`);
    const elsewhere = await createOrganization(cluster);
    const addresses = [
      owner.email,
      gone.email,
      elsewhere.owner.email,
      `${unique('nobody').replace(' ', '-')}@a.example`,
    ];
    for (const email of addresses) {
      const answer = await page.post('/password_reset', { email });
      expect([answer.status, answer.body]).toEqual([200, { result: 'success', msg: '' }]);
      expect((await mailTo(cluster, email)).text.includes('/accounts/password/reset/')).toBe(email === owner.email);
    }
  });

  it('are not replaced by weak ones, nor by links that nobody has sent', async () => {
    const person = await organization.createPerson('Careless');
    const key = await keyFor(person.email);
    expectError(await page.post('/password_reset/set', { key, new_password: 'abc' }), 'The password is too weak.');
    for (const [path, fields] of ENDPOINTS.slice(1)) {
      expectError(await page.post(path, fields), UNKNOWN, { status: 404, reason: 'unknown' });
    }
    expectError(await page.post('/password_reset', { email: 'nonsense' }), 'Enter a valid email address.');
  });

  it.each(ENDPOINTS)(
    'are not asked for at %s by other sites, without organization or passwords',
    async (path, fields) => {
      const foreign = await page.post(path, fields, { headers: { origin: 'https://evil.example' } });
      expect([foreign.status, foreign.body.code]).toEqual([403, 'CSRF_FAILED']);
      await expectClosedElsewhere(cluster, page, [path, fields]);
    },
  );
});
