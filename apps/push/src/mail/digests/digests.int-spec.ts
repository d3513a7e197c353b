import { Database } from '@stoa/database';
import { type TestServers, eventually, startServers } from '@stoa/testing';
import { Conversation } from '../../test-support/conversation';
import { MailCatcher } from '../../test-support/mail-catcher';
import { PushReplica } from '../../test-support/push-replica';

/** A Tuesday, the day of digests; it is the hour of digests in UTC. */
const TUESDAY = Date.UTC(2026, 10, 24, 9, 30);
const HOUR_MS = 3_600_000;

/** mail-and-integrations.md 3, from the order to the mail. */
describe('digests', () => {
  let servers: TestServers;
  let database: Database;
  let catcher: MailCatcher;
  let push: PushReplica;
  let realms = 0;
  /** Names of the tests' statements, by their texts. */
  const statements = new Map<string, string>();

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    catcher = await MailCatcher.start();
    push = await PushReplica.start(servers, 'none', catcher.url);
  });

  afterAll(async () => {
    await push?.stop();
    await catcher?.stop();
    await database?.close();
    await servers?.stop();
  });

  /** An organization with digests, whose people were away for long. */
  async function create(size: number) {
    const name = `digest${(realms += 1)}`;
    const { context, people, sender } = await Conversation.create(database, name, size);
    const { realmId } = context;
    const run = (text: string, params: readonly unknown[] = []) => {
      const statement = statements.get(text) ?? `test_digest_${statements.size}`;
      statements.set(text, statement);
      return database.query(statement, text, params);
    };
    await run('UPDATE realm SET digest_emails_enabled = true, digest_weekday = 1 WHERE id = $1', [realmId]);
    await run("UPDATE account SET date_joined = now() - interval '9 days', timezone = 'Etc/UTC' WHERE realm_id = $1", [
      realmId,
    ]);
    await run("UPDATE channel SET date_created = now() - interval '9 days' WHERE realm_id = $1", [realmId]);
    const channels = new Map(
      (
        await database.query<{ name: string; id: number; recipient_id: number }>(
          'test_channels',
          'SELECT name, id, recipient_id FROM channel WHERE realm_id = $1',
          [realmId],
        )
      ).map((channel) => [channel.name, channel]),
    );
    /** A message of a day ago. */
    const write = async (channel: string, topic: string, content: string, senderId = sender.id) => {
      await database.query(
        'test_write',
        `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
           sent_at, client_name) VALUES ($1, $2, $2, $3, $4, $5, $6, now() - interval '1 day', 'test')`,
        [realmId, channels.get(channel)?.recipient_id, senderId, topic, content, `<p>${content}</p>`],
      );
    };
    const ordered = () =>
      database.query<{ user_id: number; wait: number }>(
        'test_ordered',
        `SELECT user_id, extract(epoch FROM due_at - now())::float8 AS wait FROM mail_job
         WHERE realm_id = $1 AND kind = 'digest' ORDER BY user_id`,
        [realmId],
      );
    /** What was ordered for later is handed over now. */
    const deliver = async () => {
      await database.query(
        'test_due',
        "UPDATE mail_job SET created_at = now(), due_at = now() - interval '5 seconds' WHERE realm_id = $1",
        [realmId],
      );
      await eventually(async () => (await ordered()).length === 0, { timeoutMs: 45_000 });
    };
    const mailsTo = (index: number) => catcher.to(`person${index}@${name}.example`);
    return { realmId, sender, people, channels, run, write, ordered, deliver, mailsTo };
  }

  it('are ordered once, within the hour, for who was away on the day of their organization', async () => {
    const { people, run, ordered, realmId } = await create(6);
    const ids = people.map(({ id }) => id);
    await run('UPDATE account SET enable_digest_emails = false WHERE id = $1', [ids[1]]);
    await run(
      `INSERT INTO presence (user_id, realm_id, last_active_at, last_connected_at, last_update_id)
       VALUES ($1, $2, now() - interval '4 days', now(), 1)`,
      [ids[2], realmId],
    );
    await run("UPDATE account SET timezone = 'Europe/Berlin' WHERE id = $1", [ids[3]]);
    await run("UPDATE account SET timezone = 'Moon/Tranquility' WHERE id = $1", [ids[4]]);
    await run("UPDATE account SET timezone = 'Etc/GMT-1' WHERE id = $1", [ids[5]]);
    await push.digestOrders.orderAt(TUESDAY - 24 * HOUR_MS);
    await push.digestOrders.orderAt(TUESDAY - 3 * HOUR_MS);
    expect(await ordered()).toEqual([]);
    await Promise.all([push.digestOrders.orderAt(TUESDAY), push.digestOrders.orderAt(TUESDAY)]);
    await push.digestOrders.orderAt(TUESDAY);
    const orders = await ordered();
    // The sender of Conversation was away as well: no message is of theirs yet.
    expect(orders.map(({ user_id }) => user_id).filter((id) => ids.includes(id))).toEqual([ids[0], ids[4]]);
    const first = orders[0]?.wait ?? 0;
    for (const { wait } of orders) {
      expect(wait).toBeGreaterThan(-60);
      expect(wait).toBeLessThanOrEqual(3_600);
      // Those of a minute are due together.
      const minutes = (wait - first) / 60;
      expect(minutes).toBeCloseTo(Math.round(minutes), 4);
    }
    await push.digestOrders.orderAt(TUESDAY - HOUR_MS);
    expect((await ordered()).map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([ids[3], ids[5]]));
  });

  it('are not for who has written or signed in, is new, or has none in the organization', async () => {
    const { people, run, write, ordered, realmId, sender } = await create(3);
    const [first, second, third] = people.map(({ id }) => id);
    await write('general', 'hello', 'hi', sender.id);
    await write('general', 'hello', 'hi', first);
    await run("UPDATE account SET date_joined = now() - interval '4 days' WHERE id = $1", [second]);
    await run(
      `INSERT INTO user_session (realm_id, user_id, token_hash, method, ip_address, user_agent, expires_at)
       VALUES ($1, $2, '\\x01', 'password', '127.0.0.1', '', now() + interval '1 day')`,
      [realmId, third],
    );
    await push.digestOrders.orderAt(TUESDAY);
    expect(await ordered()).toEqual([]);
    await run('DELETE FROM user_session WHERE realm_id = $1', [realmId]);
    await run('UPDATE realm SET digest_emails_enabled = false WHERE id = $1', [realmId]);
    await push.digestOrders.orderAt(TUESDAY);
    expect(await ordered()).toEqual([]);
    await run('UPDATE realm SET digest_emails_enabled = true WHERE id = $1', [realmId]);
    await push.digestOrders.orderAt(TUESDAY);
    expect((await ordered()).map(({ user_id }) => user_id)).toEqual([third]);
  });

  it('tell the liveliest topics of channels that the reader reads, and new channels', async () => {
    const { people, run, write, deliver, mailsTo, channels, realmId } = await create(2);
    const [reader, other] = people.map(({ id }) => id);
    for (const content of ['first words', 'second words', 'third words']) await write('general', 'Plans', content);
    await write('general', 'plans', 'fourth words', other);
    await write('general', 'lunch', 'muted soup');
    await write('sandbox', 'toys', 'muted toys');
    await write('stoa', 'left', 'left behind');
    await run("INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy) VALUES ($1, $2, 'Lunch', 1)", [
      reader,
      channels.get('general')?.id,
    ]);
    await run('UPDATE subscription SET is_muted = true WHERE user_id = $1 AND channel_id = $2', [
      reader,
      channels.get('sandbox')?.id,
    ]);
    // Subscribed again after it was written.
    await run(
      `UPDATE membership_span SET first_message_id = nextval('message_id_seq') WHERE user_id = $1 AND recipient_id = $2`,
      [reader, channels.get('stoa')?.recipient_id],
    );
    await run("UPDATE channel SET date_created = now() - interval '1 day' WHERE realm_id = $1 AND name = 'stoa'", [
      realmId,
    ]);
    await push.digestOrders.orderAt(TUESDAY);
    await deliver();
    const [mail, ...others] = mailsTo(0);
    expect(others).toEqual([]);
    expect(mail?.headers).toMatchObject({
      from: 'Stoa digest <noreply@chat.example>',
      subject: expect.stringMatching(/^Digest of digest\d$/),
      'list-unsubscribe': expect.stringContaining('/accounts/unsubscribe/digest/'),
    });
    const body = mail?.body.replaceAll('=\r\n', '') ?? '';
    expect(body).toContain('#general > Plans');
    expect(body).toMatch(/first words[^]*second words[^]*and 2 more messages/);
    expect(body).toContain('sender, person1');
    expect(body).toContain('* #stoa: https://');
    expect(body).not.toMatch(/third words|muted|left behind/);
  });

  it('are none where there is nothing to say, or the setting was switched off meanwhile', async () => {
    const { people, run, write, deliver, mailsTo, ordered } = await create(2);
    const [reader, other] = people.map(({ id }) => id);
    await push.digestOrders.orderAt(TUESDAY);
    expect((await ordered()).length).toBeGreaterThan(1);
    await run('UPDATE subscription SET is_muted = true WHERE user_id = $1', [reader]);
    await write('general', 'news', 'something');
    await run('UPDATE account SET enable_digest_emails = false WHERE id = $1', [other]);
    await deliver();
    expect([...mailsTo(0), ...mailsTo(1)]).toEqual([]);
  });

  it('say no more than how much there is, where contents are hidden or a guest may not know who writes', async () => {
    const { people, run, write, deliver, mailsTo } = await create(2);
    const [reader, guest] = people.map(({ id }) => id);
    await run('UPDATE account SET message_content_in_email_notifications = false WHERE id = $1', [reader]);
    await run('UPDATE account SET role = 600 WHERE id = $1', [guest]);
    await run(
      `UPDATE realm r SET can_access_all_users_group = g.id FROM user_group g
       WHERE g.realm_id = r.id AND g.name = 'role:members' AND r.id = (SELECT realm_id FROM account WHERE id = $1)`,
      [guest],
    );
    for (const topic of ['one', 'two']) await write('general', topic, 'secret words');
    await push.digestOrders.orderAt(TUESDAY);
    await deliver();
    for (const index of [0, 1]) {
      const [mail, ...others] = mailsTo(index);
      expect(others).toEqual([]);
      expect(mail?.body).toContain('2 messages in 2 topics');
      expect(mail?.body).not.toMatch(/secret|general|sender/);
    }
  });
});
