import { TestClient, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { mailTo } from '../support/mail';
import { Organization, createOrganization } from '../support/organizations';
import { unique } from '../support/people';

describe('the account finder', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let page: TestClient;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    page = organization.anonymous.browser();
  });

  const address = () => `${unique('lost').replaceAll(' ', '-')}@people.example`;
  const find = (emails: string) => page.post('/accounts/find', { emails });

  it('sends each address that has accounts a list of its organizations, and tells nobody else', async () => {
    const other = await createOrganization(cluster);
    const shared = address();
    for (const place of [organization, other]) await place.createAccount({ fullName: unique('Lost'), email: shared });
    const gone = await organization.createPerson('Former');
    await organization.owner.client.succeed('DELETE', `/users/${gone.userId}`);
    const answers = [
      await find(`${shared.toUpperCase()}, ${other.owner.email}`),
      await find(`${gone.email},${address()}`),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, { result: 'success', msg: '' }]);
    const both = await mailTo(cluster, shared);
    for (const { subdomain } of [organization, other]) expect(both.text).toContain(subdomain);
    const one = await mailTo(cluster, other.owner.email);
    expect([one.text.includes(other.subdomain), one.text.includes(organization.subdomain)]).toEqual([true, false]);
  });

  it('works where there is no organization', async () => {
    const nowhere = new TestClient(page.baseUrl, undefined, `none.${new URL(page.baseUrl).host}`).browser();
    const { email } = await organization.createPerson('Wanderer');
    expect((await nowhere.post('/accounts/find', { emails: email })).status).toBe(200);
    expect((await mailTo(cluster, email)).text).toContain(organization.subdomain);
  });

  it('takes ten addresses, and nothing else', async () => {
    const ten = Array.from({ length: 10 }, address);
    expect((await find(ten.join(', '))).status).toBe(200);
    expectError(await find([...ten, address()].join()), 'Please enter at most 10 emails.');
    for (const emails of [' , ', 'nonsense', `${address()}, nonsense`]) {
      expectError(await find(emails), 'Enter a valid email address.');
    }
  });

  it('is not asked by pages of other sites', async () => {
    const headers = { origin: 'https://evil.example' };
    const foreign = await page.post('/accounts/find', { emails: address() }, { headers });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'CSRF_FAILED']);
  });
});
