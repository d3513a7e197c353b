import type { MailReport } from '@stoa/contracts/push';
import { Database } from '@stoa/database';
import { type TestServers, eventually, startServers } from '@stoa/testing';
import { Conversation } from '../../test-support/conversation';
import { MailCatcher } from '../../test-support/mail-catcher';
import { PushReplica } from '../../test-support/push-replica';

const HARD: MailReport = { kind: 'delivery', action: 'failed', status: '5.1.1', detail: '550 5.1.1 no such user' };
const SOFT: MailReport = { kind: 'delivery', action: 'failed', status: '5.2.2', detail: 'full' };
const COMPLAINT: MailReport = { kind: 'complaint', feedbackType: 'abuse', detail: '' };

/** mail-and-integrations.md 5, from a mail that comes back to the end of its suspension. */
describe('mails that come back', () => {
  let servers: TestServers;
  let database: Database;
  let catcher: MailCatcher;
  let push: PushReplica;
  let talks = 0;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    catcher = await MailCatcher.start();
    push = await PushReplica.start(servers, 'none', catcher.url);
    await eventually(async () => (await database.query('positions', 'SELECT FROM push_position')).length === 4);
  });

  afterAll(async () => {
    await push?.stop();
    await catcher?.stop();
    await database?.close();
    await servers?.stop();
  });

  const ctx = () => ({ requestId: 'test', deadlineAt: Date.now() + 20_000 });

  /** A conversation of two, with what a test asks of its reader. */
  async function create() {
    const name = `bounce${(talks += 1)}`;
    const talk = await Conversation.create(database, name, 1);
    const { realmId } = talk.context;
    await database.query(
      'test_batching',
      'UPDATE account SET email_notifications_batching_period_seconds = 0 WHERE realm_id = $1',
      [realmId],
    );
    const userId = talk.people[0]!.id;
    const address = `person0@${name}.example`;
    const order = (kind: string, facts: object) =>
      database.query(
        'test_order',
        'INSERT INTO mail_job (realm_id, user_id, kind, facts) VALUES ($1, $2, $3, $4::jsonb)',
        [realmId, userId, kind, JSON.stringify(facts)],
      );
    const arrived = (count: number) =>
      eventually(() => Promise.resolve(catcher.to(address).length === count && catcher.to(address)), {
        timeoutMs: 45_000,
      });
    /** Nothing of the organization waits any more. */
    const done = () =>
      eventually(
        async () => {
          const left = await database.query(
            'test_left',
            `SELECT FROM mail_job WHERE realm_id = $1 AND failed_at IS NULL
             UNION ALL SELECT FROM missed_message WHERE realm_id = $1 AND taken_at IS NULL
             UNION ALL SELECT FROM mail_window WHERE realm_id = $1`,
            [realmId],
          );
          return left.length === 0 && (await talk.work()).isConsumed;
        },
        { timeoutMs: 45_000 },
      );
    /** What came back did so a while ago. */
    const later = () =>
      database.query(
        'test_older',
        "UPDATE mail_bounce SET happened_at = happened_at - interval '61 minutes' WHERE user_id = $1",
        [userId],
      );
    const suspended = async () =>
      (await push.suspensions.list(ctx(), { realmId, afterUserId: 0, limit: 10 })).suspensions;
    const notices = () =>
      database.query<{ content: string; to_user_id: number }>(
        'test_notices',
        'SELECT content, to_user_id FROM pending_notice WHERE realm_id = $1 ORDER BY id',
        [realmId],
      );
    return { talk, realmId, userId, address, order, arrived, done, later, suspended, notices };
  }
  type Bouncing = Awaited<ReturnType<typeof create>>;

  /** The token of a mail that the user got. */
  async function token({ talk, arrived }: Bouncing, count = 1): Promise<string> {
    await talk.send();
    const mail = (await arrived(count)).at(-1);
    const [, found = ''] = /^(bn-[0-9a-z-]+)@mail\.chat\.example$/.exec(mail?.from ?? '') ?? [];
    expect(found).not.toBe('');
    return found;
  }
  const report = async (given: string, what: MailReport) =>
    (await push.mailReports.report(ctx(), { token: given, report: what })).outcome;

  it('twice, an hour apart, end the mails, and the user is told how to get them again', async () => {
    const bouncing = await create();
    const { talk, realmId, userId, address, order, arrived, done, later, suspended, notices } = bouncing;
    await database.query('test_german', "UPDATE account SET default_language = 'de' WHERE id = $1", [userId]);
    const given = await token(bouncing);
    expect(await push.mailReports.open(ctx(), { token: given })).toEqual({ isKnown: true });
    expect(await report(given, HARD)).toBe('noted');
    expect(await report(given, HARD)).toBe('ignored');
    await later();
    expect(await suspended()).toEqual([]);
    expect(await report(given, HARD)).toBe('suspended');
    await later();
    expect(await report(given, HARD)).toBe('noted');
    expect(await suspended()).toMatchObject([
      { userId, realmId, address, reason: 'hard', status: '5.1.1', detail: HARD.detail },
    ]);

    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ to_user_id: userId });
    expect(notice?.content).toContain(`E-Mails an \`${address}\` kommen zurück: Der Mailserver antwortet 5.1.1.`);

    await talk.send();
    await order('welcome', {});
    await done();
    expect(catcher.to(address)).toHaveLength(1);
    await order('new_login', { client: '', ipAddress: '203.0.113.7', atMs: Date.now() });
    await arrived(2);

    const linkOf = (text: string) => {
      const [, step = '', key = ''] = /\/accounts\/mail\/(\w+)\/([0-9a-z-]+)/.exec(text) ?? [];
      return { realmId, step, key };
    };
    const check = linkOf(notice?.content ?? '');
    expect(await push.suspensions.openLink(ctx(), check)).toEqual({ link: { step: 'check', address } });
    expect(await push.suspensions.openLink(ctx(), { ...check, step: 'confirm' })).toEqual({ link: null });
    expect(await push.suspensions.openLink(ctx(), { ...check, realmId: realmId + 1 })).toEqual({ link: null });
    for (let time = 0; time < 2; time++) await push.suspensions.followLink(ctx(), check);
    const mail = (await arrived(3)).at(-1);
    await done();
    expect(catcher.to(address)).toHaveLength(3);
    const confirm = linkOf(mail?.body.replaceAll('=\r\n', '') ?? '');
    expect(await suspended()).toHaveLength(1);
    expect(await push.suspensions.followLink(ctx(), confirm)).toEqual({ link: { step: 'confirm', address } });
    expect(await push.suspensions.followLink(ctx(), confirm)).toEqual({ link: null });
    expect(await suspended()).toEqual([]);
    await talk.send();
    await arrived(4);
  });

  it('say nothing of an address that the user has changed', async () => {
    const bouncing = await create();
    const { userId, suspended } = bouncing;
    const given = await token(bouncing);
    expect(await report(given, COMPLAINT)).toBe('suspended');
    expect(await suspended()).toHaveLength(1);
    await database.query('test_address', "UPDATE account SET delivery_email = 'new@bounce.example' WHERE id = $1", [
      userId,
    ]);
    expect(await suspended()).toEqual([]);
    expect(await push.mailReports.open(ctx(), { token: given })).toEqual({ isKnown: false });
    expect(await report(given, HARD)).toBeNull();
    await push.bouncePruning.round();
    expect(await database.query('test_rows', 'SELECT FROM mail_suspension WHERE user_id = $1', [userId])).toEqual([]);
  });

  it('for now end the mails only when there are five', async () => {
    const bouncing = await create();
    const given = await token(bouncing);
    for (let count = 1; count < 5; count++) {
      expect(await report(given, SOFT)).toBe('noted');
      await bouncing.later();
    }
    expect(await report(given, { ...SOFT, status: '5.7.1' })).toBe('ignored');
    expect(await report(given, SOFT)).toBe('suspended');
    expect(await bouncing.suspended()).toMatchObject([{ reason: 'soft', status: '5.2.2' }]);
  });

  it('at once, as the server does not know the address, count as well', async () => {
    const bouncing = await create();
    const { talk, address, done, later, suspended } = bouncing;
    catcher.unknown.add(address);
    await talk.send();
    await done();
    await eventually(
      async () =>
        (await database.query('test_bounced', 'SELECT FROM mail_bounce WHERE address = $1', [address])).length === 1,
    );
    await later();
    await talk.send();
    await eventually(async () => (await suspended()).length === 1, { timeoutMs: 45_000 });
    expect(await suspended()).toMatchObject([{ reason: 'hard', status: '5.1.1' }]);
    const [dead] = await database.query<{ count: number }>(
      'test_dead',
      'SELECT count(*) AS count FROM mail_job WHERE realm_id = $1 AND failed_at IS NOT NULL',
      [bouncing.realmId],
    );
    expect(dead?.count).toBe(2);
  });

  it('at once from an old address, as its user is told of another, say nothing of that', async () => {
    const { realmId, userId, address, order, done } = await create();
    catcher.unknown.add(`old-${address}`);
    await order('address_changed', { oldAddress: `old-${address}`, newAddress: address });
    await done();
    const dead = await database.query('test_dead_mails', 'SELECT failure FROM mail_job WHERE realm_id = $1', [realmId]);
    expect(dead).toEqual([{ failure: expect.stringContaining('5.1.1') }]);
    const bounces = () => database.query('test_bounces', 'SELECT kind FROM mail_bounce WHERE user_id = $1', [userId]);
    const refusal = { isOfRecipient: true, code: '5.1.1' };
    await push.bounces.noteRefusal({ userId, address: `old-${address}` }, refusal, '');
    expect(await bounces()).toEqual([]);
    await push.bounces.noteRefusal({ userId, address: address.toUpperCase() }, refusal, '');
    expect(await bounces()).toEqual([{ kind: 'hard' }]);
  });

  it('are of nobody by tokens and links with numbers beyond every id', async () => {
    const beyond = `bn-zzzzzzz-1-${'0'.repeat(32)}`;
    expect(await push.mailReports.open(ctx(), { token: beyond })).toEqual({ isKnown: false });
    expect(await report(beyond, HARD)).toBeNull();
    const link = { realmId: 1, step: 'check', key: `zzzzzzz-${'0'.repeat(40)}` };
    expect(await push.suspensions.openLink(ctx(), link)).toEqual({ link: null });
    expect(await push.suspensions.followLink(ctx(), link)).toEqual({ link: null });
  });

  it('are listed for administrators, who send mails again, and for operators', async () => {
    const bouncing = await create();
    const { realmId, userId, suspended } = bouncing;
    const given = await token(bouncing);
    await report(given, COMPLAINT);
    const actor = {
      ...{ realmId, partition: 0, realmHost: 'chat.example', realmUrl: 'https://chat.example', userId, role: 200 },
      ...{ isBot: false, botType: null, email: 'a@chat.example', deliveryEmail: 'a@chat.example', fullName: 'A' },
      ...{ clientName: 'test', canCreateUsers: false, canForgeSender: false },
    };
    const admin = { ...ctx(), actor };
    expect(await push.suspensions.ofRealm(admin)).toEqual({
      mail_suspensions: [{ user_id: userId, reason: 'complaint', status: '', since: expect.any(Number) }],
    });
    const foreign = { ...admin, actor: { ...actor, realmId: realmId + 1 } };
    expect(await push.suspensions.ofRealm(foreign)).toEqual({ mail_suspensions: [] });
    await expect(push.suspensions.end(foreign, { user_id: userId })).rejects.toThrow('not suspended');
    await push.suspensions.end(admin, { user_id: userId });
    await expect(push.suspensions.end(admin, { user_id: userId })).rejects.toThrow('not suspended');
    expect(await report(given, COMPLAINT)).toBe('suspended');
    expect(await push.suspensions.clear(ctx(), { realmId, userIds: null })).toEqual({ count: 1 });
    expect(await suspended()).toEqual([]);
  });

  it('are forgotten when they count no more', async () => {
    const bouncing = await create();
    const { userId } = bouncing;
    await report(await token(bouncing), HARD);
    const kept = async () =>
      (await database.query('test_kept', 'SELECT FROM mail_bounce WHERE user_id = $1', [userId])).length;
    await push.bouncePruning.round();
    expect(await kept()).toBe(1);
    await database.query(
      'test_old',
      "UPDATE mail_bounce SET happened_at = happened_at - interval '8 days' WHERE user_id = $1",
      [userId],
    );
    await push.bouncePruning.round();
    expect(await kept()).toBe(0);
  });
});
