import { TestCluster, sharedCluster } from '@stoa/testing';
import { cookieOf, signIn } from '../support/browsers';
import { expectClosedElsewhere } from '../support/closed-doors';
import { expectError } from '../support/expectations';
import { listIdOf, mailTo } from '../support/mail';
import { Organization, createOrganization } from '../support/organizations';
import { unique } from '../support/people';
import { signUpKeyFor, signUpPages } from '../support/sign-ups';

const PASSWORD = 'quartz7-lemur-42';
const KEY = 'f'.repeat(40);
const ENDPOINTS: readonly (readonly [string, Record<string, string>])[] = [
  ['/sign_up/open', { key: KEY }],
  ['/sign_up/request', { email: 'somebody@people.example' }],
  ['/sign_up', { key: KEY, full_name: 'Ada', password: PASSWORD }],
];

const address = (domain = 'people.example') => `${unique('new').replaceAll(' ', '-')}@${domain}`;

describe('signing up', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let pages: ReturnType<typeof signUpPages>;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    pages = signUpPages(organization.anonymous);
  });

  it('where everybody may join ends with a session, and with that of whoever had the browser', async () => {
    expect((await organization.anonymous.browser().post('/sign_up/open')).body).toMatchObject({ email: null });
    const email = address();
    expect((await pages.request(email)).status).toBe(200);
    const key = await signUpKeyFor(cluster, email);
    const before = await signIn(organization.owner);
    const signedUp = await before.post('/sign_up', { key, full_name: unique('Nina'), password: PASSWORD });
    expect(signedUp.body).toMatchObject({ result: 'success', email });
    const browser = organization.anonymous.browser(cookieOf(signedUp).cookie);
    expect((await browser.succeed('GET', '/users/me')).user_id).toBe(signedUp.body.user_id);
    expect((await before.get('/users/me')).status).toBe(401);
  });

  it('goes on from a mail with the invitation that led to it', async () => {
    const { invite_link: link } = await organization.owner.client.succeed('POST', '/invites/multiuse', {});
    const [, linkKey = ''] = /\/join\/(\w+)/.exec(link) ?? [];
    const email = address();
    await pages.request(email, linkKey);
    const opened = await pages.open(await signUpKeyFor(cluster, email));
    expect(opened.body).toMatchObject({ email, link_key: linkKey });
  });

  it('is not offered where one has to be invited', async () => {
    const closed = await createOrganization(cluster, { invite_required: true });
    const answer = await closed.anonymous.browser().post('/sign_up/open');
    expect([answer.status, answer.body.reason]).toEqual([400, 'invitation-required']);
  });

  it('tells nobody who has an account, but for the mailbox', async () => {
    const gone = await organization.createPerson('Former');
    await organization.owner.client.succeed('DELETE', `/users/${gone.userId}`);
    for (const [email, text] of [
      [organization.owner.email, 'has an account there already'],
      [gone.email, 'has been deactivated'],
      [address(), '/accounts/do_confirm/'],
    ] as const) {
      const answer = await pages.request(email);
      expect([answer.status, answer.body]).toEqual([200, { result: 'success', msg: '' }]);
      const mail = await mailTo(cluster, email);
      expect(mail.text).toContain(text);
      expect(mail.headers['List-Id']).toBe(listIdOf(organization));
    }
  });

  it('is over when the address has got an account meanwhile', async () => {
    const email = address();
    await pages.request(email);
    const key = await signUpKeyFor(cluster, email);
    const { userId } = await organization.createAccount({ fullName: unique('Other'), email });
    for (const answer of [await pages.open(key), await pages.signUp(key, unique('Ada'), PASSWORD)]) {
      expectError(answer, 'Already has an account.', { reason: 'already-member' });
    }
    await organization.owner.client.succeed('DELETE', `/users/${userId}`);
    for (const answer of [await pages.open(key), await pages.signUp(key, unique('Ada'), PASSWORD)]) {
      expectError(answer, 'Account has been deactivated.', { reason: 'deactivated' });
    }
  });

  it('leads nowhere by a link that nobody has sent', async () => {
    for (const answer of [await pages.open(KEY), await pages.openLink(KEY), await pages.signUp(KEY, 'Ada', PASSWORD)]) {
      expectError(answer, 'The confirmation link is not valid or has expired.', { status: 404, reason: 'unknown' });
    }
  });

  it('needs an address that the organization accepts, also when it changes its mind', async () => {
    const picky = await createOrganization(cluster);
    const its = signUpPages(picky.anonymous);
    const email = address();
    await its.request(email);
    const key = await signUpKeyFor(cluster, email);
    expectError(await its.request('a@mailinator.com'), 'Please use your real email address.', { reason: 'disposable' });
    await picky.owner.client.succeed('POST', '/realm/domains', { domain: 'corp.example', allow_subdomains: false });
    await picky.owner.client.succeed('PATCH', '/realm', { emails_restricted_to_domains: true });
    for (const answer of [
      await its.request(email),
      await its.open(key),
      await its.signUp(key, unique('Ada'), PASSWORD),
    ]) {
      expectError(
        answer,
        `Your email address, ${email}, is not in one of the domains that are allowed to register for accounts in this organization.`,
        { reason: 'domain-not-allowed' },
      );
    }
    expectError(
      await its.request('ada+1@corp.example'),
      'Email addresses containing + are not allowed in this organization.',
      { reason: 'contains-plus' },
    );
    const { cross_realm_bots: bots } = await picky.owner.client.succeed('POST', '/register', {
      fetch_event_types: ['realm_user'],
    });
    await picky.owner.client.succeed('PATCH', '/realm', { emails_restricted_to_domains: false });
    expectError(await its.request(bots[0].delivery_email), 'Reserved for system bots.', { reason: 'reserved' });
  });

  it.each(ENDPOINTS)('is refused at %s from other sites, without organization or passwords', async (path, fields) => {
    const page = organization.anonymous.browser();
    const foreign = await page.post(path, fields, { headers: { origin: 'https://evil.example' } });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'CSRF_FAILED']);
    expect(foreign.headers.get('set-cookie')).toBeNull();
    await expectClosedElsewhere(cluster, page, [path, fields]);
  });
});
