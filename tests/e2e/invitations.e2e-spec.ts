import { Parameters, TestCluster, TestResponse, sharedCluster } from '@stoa/testing';
import { cookieOf } from '../support/browsers';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { listIdOf, mailTo } from '../support/mail';
import { Organization, createOrganization } from '../support/organizations';
import { pathOf } from '../support/pages';
import { Person, unique } from '../support/people';
import { signUpKeyFor, signUpPages } from '../support/sign-ups';
import { TestQueue, isEvent } from '../support/test-queue';

const ADMINISTRATOR = 'Must be an organization administrator';
const PASSWORD = 'quartz7-lemur-42';

describe('invitations', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let administrator: Person;
  let member: Person;
  let guest: Person;
  let everywhere: number;
  let pages: ReturnType<typeof signUpPages>;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster, { invite_required: true });
    owner = organization.owner;
    pages = signUpPages(organization.anonymous);
    administrator = await organization.createPerson('Adam', 200);
    member = await organization.createPerson('Max');
    guest = await organization.createPerson('Gina', 600);
    everywhere = await createChannel('Everywhere');
  });

  const createChannel = async (name: string, parameters: Parameters = {}) => {
    const subscribers = [owner.userId];
    const created = await owner.client.succeed('POST', '/channels/create', {
      name: unique(name),
      subscribers,
      ...parameters,
    });
    return created.id as number;
  };
  const address = () => `${unique('new').replace(' ', '-')}@people.example`;
  const invite = (person: Person, parameters: Parameters) =>
    person.client.post('/invites', { stream_ids: [], ...parameters });
  const listed = async (person: Person) => (await person.client.succeed('GET', '/invites')).invites;
  const invited = async (email: string) =>
    (await listed(owner)).find((invitation: { email?: string }) => invitation.email === email);
  const keyFor = (email: string) => signUpKeyFor(cluster, email);
  const expectClosed = (answer: TestResponse, msg: string, reason: string) =>
    expectError(answer, msg, { status: 404, reason });

  it('reach the invited, who sign up, and are told to administrators and the inviter', async () => {
    const email = address();
    const queues = await Promise.all(
      [owner, administrator, member].map((person) => TestQueue.register(person, { event_types: ['invites_changed'] })),
    );
    const before = Math.floor(Date.now() / 1000) - 1;
    await member.client.succeed('POST', '/invites', {
      invitee_emails: `New Person <${email}>`,
      stream_ids: [],
      include_realm_default_subscriptions: true,
    });
    for (const queue of queues) {
      const { id: _id, ...event } = await queue.next(isEvent('invites_changed'));
      expect(event).toEqual({ type: 'invites_changed' });
    }
    const invitation = await invited(email);
    expect(invitation).toEqual({
      id: expect.any(Number),
      is_multiuse: false,
      email,
      invited_by_user_id: member.userId,
      invited: expect.any(Number),
      expiry_date: invitation.invited + 14_400 * 60,
      invited_as: 400,
      notify_referrer_on_join: true,
    });
    expect(invitation.invited).toBeGreaterThanOrEqual(before);
    const mail = await mailTo(cluster, email);
    expect(mail.subject).toContain(member.fullName);
    expect(mail.headers['List-Id']).toBe(listIdOf(organization));
    const key = await keyFor(email);
    expect((await pages.open(key)).body).toEqual({ result: 'success', msg: '', email, link_key: null });
    const fullName = unique('Nina');
    expectError(await pages.signUp(key, '', PASSWORD), 'Name must not be empty!');
    expectError(await pages.signUp(key, fullName, 'abc'), 'The password is too weak.');
    const users = await TestQueue.register(member, { event_types: ['realm_user', 'message'] });
    const signedUp = await pages.signUp(key, fullName, PASSWORD);
    expect(signedUp.body).toEqual({ result: 'success', msg: '', email, user_id: expect.any(Number) });
    const browser = organization.anonymous.browser(cookieOf(signedUp).cookie);
    expect((await browser.succeed('GET', '/users/me')).delivery_email).toBe(email);
    const { person } = await users.next((event) => event.op === 'add' && event.person?.full_name === fullName);
    expect(person.role).toBe(400);
    const told = await users.next(isEvent('message'));
    expect(told.message.content).toContain('accepted your invitation');
    for (const queue of queues) await queue.next(isEvent('invites_changed'));
    expect(await invited(email)).toBeUndefined();
    for (const again of [await pages.open(key), await pages.signUp(key, fullName, PASSWORD)]) {
      expectClosed(again, 'This link has been used already.', 'used');
    }
    const login = await organization.anonymous.succeed('POST', '/fetch_api_key', {
      username: email,
      password: PASSWORD,
    });
    expect(login.user_id).toBe(person.user_id);
  });

  it('bring a role, channels, groups and a welcome of their own', async () => {
    const email = address();
    const { group_id: groupId } = await owner.client.succeed('POST', '/user_groups/create', {
      name: unique('Group'),
      description: '',
      members: [],
    });
    await owner.client.succeed('POST', '/invites', {
      invitee_emails: email,
      stream_ids: [everywhere],
      group_ids: [groupId],
      invite_as: 200,
      invite_expires_in_minutes: 'null',
      notify_referrer_on_join: false,
      welcome_message_custom_text: 'Mind the step.',
    });
    expect(await invited(email)).toMatchObject({ expiry_date: null, invited_as: 200, notify_referrer_on_join: false });
    await pages.signUp(await keyFor(email), unique('Nora'), PASSWORD);
    const { api_key: apiKey, user_id: userId } = await organization.anonymous.succeed('POST', '/fetch_api_key', {
      username: email,
      password: PASSWORD,
    });
    const client = organization.anonymous.as(email, apiKey);
    expect((await client.succeed('GET', '/users/me')).role).toBe(200);
    const { subscriptions } = await client.succeed('GET', '/users/me/subscriptions');
    expect(subscriptions.map(({ stream_id: id }: { stream_id: number }) => id)).toEqual([everywhere]);
    const { members } = await owner.client.succeed('GET', `/user_groups/${groupId}/members`);
    expect(members).toContain(userId);
    const { messages } = await client.succeed('GET', '/messages', {
      narrow: [['is', 'dm']],
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
    });
    expect(messages.map(({ content }: { content: string }) => content).join()).toContain('Mind the step.');
  });

  it('as a link bring several people, who confirm their addresses', async () => {
    const { invite_link: link } = await administrator.client.succeed('POST', '/invites/multiuse', {
      stream_ids: [everywhere],
      invite_expires_in_minutes: 60,
      invite_as: 600,
    });
    const entry = (await listed(administrator)).find((row: { link_url?: string }) => row.link_url === link);
    expect(entry).toEqual({
      id: expect.any(Number),
      is_multiuse: true,
      link_url: link,
      invited_by_user_id: administrator.userId,
      invited: expect.any(Number),
      expiry_date: entry.invited + 3600,
      invited_as: 600,
    });
    const email = address();
    const linkKey = pathOf(link).split('/')[2] ?? '';
    expect((await pages.openLink(linkKey)).body).toEqual({ result: 'success', msg: '', email: null });
    expectError(await pages.request('nonsense', linkKey), 'Invalid address.', { reason: 'invalid-address' });
    expect((await pages.request(email, linkKey)).status).toBe(200);
    const key = await keyFor(email);
    expect((await pages.open(key)).body.email).toBe(email);
    expect((await pages.signUp(key, unique('Gus'), PASSWORD)).status).toBe(200);
    const late = address();
    await pages.request(late, linkKey);
    const fetched = await organization.anonymous.succeed('POST', '/fetch_api_key', {
      username: email,
      password: PASSWORD,
    });
    expect((await organization.anonymous.as(email, fetched.api_key).succeed('GET', '/users/me')).is_guest).toBe(true);
    await administrator.client.succeed('DELETE', `/invites/multiuse/${entry.id}`);
    for (const revoked of [
      await pages.openLink(linkKey),
      await pages.request(address(), linkKey),
      await pages.open(await keyFor(late)),
      await pages.signUp(await keyFor(late), unique('Late'), PASSWORD),
    ]) {
      expectClosed(revoked, 'This link has been revoked.', 'revoked');
    }
    expectError(
      await administrator.client.delete(`/invites/multiuse/${entry.id}`),
      'Invitation has already been revoked',
    );
  });

  it('may expire at once, and are not listed then', async () => {
    const email = address();
    await owner.client.succeed('POST', '/invites', {
      ...{ invitee_emails: email, stream_ids: [], invite_expires_in_minutes: 0 },
    });
    expect(await invited(email)).toBeUndefined();
    const key = await keyFor(email);
    for (const late of [await pages.open(key), await pages.signUp(key, unique('Late'), PASSWORD)]) {
      expectClosed(late, 'This link has expired.', 'expired');
    }
  });

  it('are needed where the organization says so', async () => {
    const answer = await pages.request(address());
    expect([answer.status, answer.body.reason]).toEqual([400, 'invitation-required']);
    expect(answer.body.msg).toContain('from the organization administrator.');
    const open = await createOrganization(cluster);
    const email = address();
    expect((await signUpPages(open.anonymous).request(email)).status).toBe(200);
    expect((await mailTo(cluster, email)).text).toContain('/accounts/do_confirm/');
    const newcomer = await open.createPerson('Newcomer');
    const response = await newcomer.client.post('/invites', { invitee_emails: address(), stream_ids: [] });
    expectError(
      response,
      'Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.',
      {
        code: 'INVITATION_FAILED',
        errors: [],
        sent_invitations: false,
        license_limit_reached: false,
        daily_limit_reached: false,
      },
    );
  });

  it('are listed for administrators, and for whoever sent them', async () => {
    const [mine, theirs] = [address(), address()];
    await member.client.succeed('POST', '/invites', { invitee_emails: mine, stream_ids: [] });
    await owner.client.succeed('POST', '/invites', { invitee_emails: theirs, stream_ids: [] });
    const emails = async (person: Person) => (await listed(person)).map(({ email }: { email?: string }) => email);
    expect(await emails(administrator)).toEqual(expect.arrayContaining([mine, theirs]));
    expect(await emails(member)).toContain(mine);
    expect(await emails(member)).not.toContain(theirs);
  });

  it('can be sent again and revoked', async () => {
    const email = address();
    await member.client.succeed('POST', '/invites', { invitee_emails: email, stream_ids: [] });
    const { id } = await invited(email);
    await member.client.succeed('POST', `/invites/${id}/resend`);
    const other = await organization.createPerson('Other');
    for (const response of [
      await other.client.post(`/invites/${id}/resend`),
      await other.client.delete(`/invites/${id}`),
    ]) {
      expectError(response, ADMINISTRATOR);
    }
    const queue = await TestQueue.register(member, { event_types: ['invites_changed'] });
    await administrator.client.succeed('DELETE', `/invites/${id}`);
    await queue.next(isEvent('invites_changed'));
    expectError(await member.client.delete(`/invites/${id}`), 'No such invitation');
    expectError(await member.client.post(`/invites/${id}/resend`), 'No such invitation');
    expectError(await member.client.delete('/invites/multiuse/999999999'), 'No such invitation');
    expectClosed(await pages.open(await keyFor(email)), 'This link has been revoked.', 'revoked');
  });

  it('of owners are for owners to change', async () => {
    const email = address();
    await owner.client.succeed('POST', '/invites', { invitee_emails: email, stream_ids: [], invite_as: 100 });
    const { id } = await invited(email);
    expectError(await administrator.client.delete(`/invites/${id}`), 'Must be an organization owner', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
  });

  it('are refused in the documented order', async () => {
    const email = address();
    const secret = await createChannel('Secret', { invite_only: true });
    const { group_id: groupId } = await owner.client.succeed('POST', '/user_groups/create', {
      name: unique('Closed'),
      description: '',
      members: [],
    });
    expectError(await invite(guest, { invitee_emails: email }), 'Not allowed for guest users');
    expectError(await guest.client.get('/invites'), 'Not allowed for guest users');
    expectError(
      await invite(administrator, { invitee_emails: email, invite_as: 100 }),
      'Must be an organization owner',
      {
        code: 'UNAUTHORIZED_PRINCIPAL',
      },
    );
    expectError(await invite(member, { invitee_emails: email, invite_as: 300 }), ADMINISTRATOR);
    expectError(
      await invite(member, { invitee_emails: email, invite_as: 500 }),
      'Invalid invite_as: Value error, Not in the list of possible values',
    );
    expectError(await invite(member, { invitee_emails: ' ,\n' }), 'You must specify at least one email address.');
    expectError(
      await invite(member, { invitee_emails: email, stream_ids: [secret] }),
      `Invalid channel ID ${secret}. No invites were sent.`,
    );
    expectError(await invite(member, { invitee_emails: email, group_ids: [99_999_999] }), 'Invalid user group');
    expectError(await invite(member, { invitee_emails: email, group_ids: [groupId] }), 'Insufficient permission');
    expectError(await invite(member, { invitee_emails: email, welcome_message_custom_text: 'Hello' }), ADMINISTRATOR);
    expectError(await member.client.post('/invites/multiuse', {}), 'Insufficient permission');
    expectError(await member.client.post('/invites', { invitee_emails: email }), "Missing 'stream_ids' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'stream_ids',
    });
    expect(await invited(email)).toBeUndefined();
  });

  it('need the right to subscribe others to channels that are no default', async () => {
    await owner.client.succeed('PATCH', '/realm', {
      can_add_subscribers_group: { new: (await systemGroup('role:administrators')).id },
    });
    const email = address();
    expectError(
      await invite(member, { invitee_emails: email, stream_ids: [everywhere] }),
      'You do not have permission to subscribe other users to channels.',
    );
    await owner.client.succeed('POST', '/default_streams', { stream_id: everywhere });
    await member.client.succeed('POST', '/invites', { invitee_emails: email, stream_ids: [everywhere] });
    await owner.client.succeed('DELETE', '/default_streams', { stream_id: everywhere });
    await owner.client.succeed('PATCH', '/realm', {
      can_add_subscribers_group: { new: (await systemGroup('role:members')).id },
    });
  });

  const systemGroup = async (name: string) => {
    const { user_groups: groups } = await owner.client.succeed('GET', '/user_groups');
    return groups.find((group: { name: string }) => group.name === name);
  };

  it('are a bounded number in a day, for the organization and for one member', async () => {
    const { owner: head, ...other } = await createOrganization(cluster, { invite_required: true });
    const clerk = await other.createPerson('Clerk');
    const addresses = (count: number) => Array.from({ length: count }, address).join(',');
    const limit = {
      code: 'INVITATION_FAILED',
      errors: [],
      sent_invitations: false,
      license_limit_reached: false,
      daily_limit_reached: true,
    };
    const expectLimit = (answer: Awaited<ReturnType<typeof invite>>) =>
      expectError(
        answer,
        'To protect users, Stoa limits the number of invitations you can send in one day. Because you have reached the ' +
          'limit, no invitations were sent.',
        limit,
      );
    expectLimit(await invite(clerk, { invitee_emails: addresses(101) }));
    expectLimit(await invite(head, { invitee_emails: addresses(1_001) }));
    expect((await invite(clerk, { invitee_emails: address() })).status).toBe(200);
    const [{ id }] = await listed(clerk);
    await inDatabase(cluster, (database) =>
      database.query('test_sends', 'UPDATE invitation SET sends = 999 WHERE id = $1', [id]),
    );
    expect((await invite(head, { invitee_emails: address() })).status).toBe(200);
    expectLimit(await invite(head, { invitee_emails: address() }));
    expectLimit(await head.client.post(`/invites/${id}/resend`));
    await inDatabase(cluster, (database) =>
      database.query('test_yesterday', `UPDATE invitation SET invited_at = now() - interval '25 hours' WHERE id = $1`, [
        id,
      ]),
    );
    expect((await head.client.post(`/invites/${id}/resend`)).status).toBe(200);
  });

  it('fail as a whole for an address that may not join, and in part for one that has', async () => {
    const failed = (errors: unknown[], isSent: boolean) => ({
      code: 'INVITATION_FAILED',
      errors,
      sent_invitations: isSent,
      license_limit_reached: false,
      daily_limit_reached: false,
    });
    const email = address();
    expectError(
      await invite(member, { invitee_emails: `${email}, nonsense, a@mailinator.com` }),
      "Some emails did not validate, so we didn't send any invitations.",
      failed(
        [
          ['nonsense', 'Invalid address.', false],
          ['a@mailinator.com', 'Please use your real email address.', false],
        ],
        false,
      ),
    );
    expect(await invited(email)).toBeUndefined();
    const known = [owner.email, 'Already has an account.', false];
    const { cross_realm_bots: bots } = await member.client.succeed('POST', '/register', {
      fetch_event_types: ['realm_user'],
    });
    const reserved = [bots[0].delivery_email, 'Reserved for system bots.', false];
    expectError(
      await invite(member, { invitee_emails: `${owner.email}\n${String(reserved[0])}` }),
      "We weren't able to invite anyone.",
      failed([known, reserved], false),
    );
    expectError(
      await invite(member, { invitee_emails: `${owner.email},${email}` }),
      "Some of those addresses are already using Stoa, so we didn't send them an invitation. " +
        'We did send invitations to everyone else!',
      failed([known], true),
    );
    expect(await invited(email)).toBeDefined();
  });
});
