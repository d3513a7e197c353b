import { Database } from '@stoa/database';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { Conversation } from '../test-support/conversation';
import { MailCatcher } from '../test-support/mail-catcher';
import { PushReplica } from '../test-support/push-replica';

/** Until the expectations hold. */
const holds = (check: () => void | Promise<void>): Promise<unknown> =>
  eventually(() => Promise.resolve(check()).then(() => true), { timeoutMs: 45_000 });

/** From the change log to the mail server, with two replicas. */
describe('mails about missed messages', () => {
  let servers: TestServers;
  let database: Database;
  let catcher: MailCatcher;
  let replicas: PushReplica[] = [];
  let conversations = 0;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    catcher = await MailCatcher.start();
    replicas = await Promise.all([1, 2].map(() => PushReplica.start(servers, 'none', catcher.url)));
    await holds(async () => {
      expect(await database.query('positions', 'SELECT FROM push_position')).toHaveLength(4);
    });
  });

  afterAll(async () => {
    for (const replica of replicas) await replica.stop();
    await catcher?.stop();
    await database?.close();
    await servers?.stop();
  });

  beforeEach(() => {
    catcher.mode = 'ok';
  });

  /** A conversation whose people get their mails a second after the first message. */
  async function create(size: number, settings = 'email_notifications_batching_period_seconds = 1') {
    const name = `mail${(conversations += 1)}`;
    const conversation = await Conversation.create(database, name, size);
    await database.query(`test_settings_${name}`, `UPDATE account SET ${settings} WHERE realm_id = $1`, [
      conversation.context.realmId,
    ]);
    const addressOf = (index: number) => `person${index}@${name}.example`;
    return { conversation, addressOf };
  }

  /** What waits of the organization: noted messages, windows, mails, dead letters. */
  async function waiting({ conversation }: Awaited<ReturnType<typeof create>>) {
    const [row] = await database.query<Record<'noted' | 'windows' | 'mails' | 'dead' | 'taken', number>>(
      'test_mail_waiting',
      `SELECT (SELECT count(*) FROM missed_message WHERE realm_id = $1 AND taken_at IS NULL) AS noted,
         (SELECT count(*) FROM missed_message WHERE realm_id = $1 AND taken_at IS NOT NULL) AS taken,
         (SELECT count(*) FROM mail_window WHERE realm_id = $1) AS windows,
         (SELECT count(*) FROM mail_job WHERE realm_id = $1 AND failed_at IS NULL) AS mails,
         (SELECT count(*) FROM mail_job WHERE realm_id = $1 AND failed_at IS NOT NULL) AS dead`,
      [conversation.context.realmId],
    );
    return row;
  }
  const DONE = { noted: 0, windows: 0, mails: 0, dead: 0 };
  const WAIT = 'email_notifications_batching_period_seconds = 3600';
  /** Ends the windows of everybody in the organization. */
  const endWindows = ({ conversation }: Awaited<ReturnType<typeof create>>) =>
    database.query(
      'test_end_windows',
      "UPDATE mail_window SET opened_at = now() - interval '2 hours' WHERE realm_id = $1",
      [conversation.context.realmId],
    );
  const noted = (talk: Awaited<ReturnType<typeof create>>, count: number) =>
    holds(async () => expect((await waiting(talk))?.noted).toBe(count));
  const isDone = (talk: Awaited<ReturnType<typeof create>>) =>
    holds(async () => expect(await waiting(talk)).toMatchObject(DONE));

  it('bring all messages of a window in one mail to each user, once', async () => {
    const talk = await create(8, WAIT);
    for (let count = 0; count < 5; count++) await talk.conversation.send();
    await noted(talk, 40);
    await endWindows(talk);
    await isDone(talk);
    for (let index = 0; index < 8; index++) {
      const mails = catcher.to(talk.addressOf(index));
      expect(mails).toHaveLength(1);
      expect(mails[0]?.body.match(/> hi/g)).toHaveLength(5);
      expect(mails[0]?.headers).toMatchObject({
        from: 'Stoa notifications <noreply@chat.example>',
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        'reply-to': expect.stringMatching(/^mm-[0-9a-z-]{40,60}@mail\.chat\.example$/),
        subject: expect.stringMatching(/^Group DMs with sender, person\d, and 6 others$/),
      });
    }
    const roots = new Set(
      catcher.mails.flatMap(({ to, headers }) => (to.endsWith('@mail1.example') ? headers.references : [])),
    );
    expect(roots.size).toBeLessThanOrEqual(1);
    expect(catcher.to('sender@mail1.example')).toEqual([]);
  });

  it('tell nothing that was read or deleted meanwhile', async () => {
    const talk = await create(1, WAIT);
    const [person] = talk.conversation.people;
    const read = await talk.conversation.send();
    const deleted = await talk.conversation.send();
    await talk.conversation.send();
    await noted(talk, 3);
    await talk.conversation.read(person!.id, [read]);
    await database.query('test_delete', 'DELETE FROM direct_message_receipt WHERE message_id = $1', [deleted]);
    await database.query('test_delete_message', 'DELETE FROM message WHERE id = $1', [deleted]);
    await endWindows(talk);
    await isDone(talk);
    const [mail, ...others] = catcher.to(talk.addressOf(0));
    expect(others).toEqual([]);
    expect(mail?.body.match(/> hi/g)).toHaveLength(1);
    const second = await talk.conversation.send();
    await noted(talk, 1);
    await talk.conversation.read(person!.id, [second]);
    await endWindows(talk);
    await isDone(talk);
    expect(catcher.to(talk.addressOf(0))).toHaveLength(1);
  });

  it.each(['enable_offline_email_notifications = false', 'is_active = false'])(
    'do not go to who has changed meanwhile: %s',
    async (change) => {
      const talk = await create(1, WAIT);
      await talk.conversation.send();
      await noted(talk, 1);
      await database.query(`test_${change}`, `UPDATE account SET ${change} WHERE realm_id = $1`, [
        talk.conversation.context.realmId,
      ]);
      await endWindows(talk);
      await isDone(talk);
      expect(catcher.to(talk.addressOf(0))).toEqual([]);
    },
  );

  it('are not noted for who wants none', async () => {
    const talk = await create(1, 'enable_offline_email_notifications = false');
    await talk.conversation.send();
    await holds(async () => expect((await talk.conversation.work()).isConsumed).toBe(true));
    expect(await waiting(talk)).toMatchObject({ noted: 0, taken: 0 });
  });

  it('follow a change of how long they wait', async () => {
    const talk = await create(1, WAIT);
    await talk.conversation.send();
    await noted(talk, 1);
    await database.query(
      'test_shorter',
      'UPDATE account SET email_notifications_batching_period_seconds = 0 WHERE realm_id = $1',
      [talk.conversation.context.realmId],
    );
    await holds(() => expect(catcher.to(talk.addressOf(0))).toHaveLength(1));
  });

  it('hide what organizations hide', async () => {
    const talk = await create(1);
    await database.query(
      'test_hide',
      'UPDATE realm SET message_content_allowed_in_email_notifications = false WHERE id = $1',
      [talk.conversation.context.realmId],
    );
    await talk.conversation.send();
    await holds(() => expect(catcher.to(talk.addressOf(0))).toHaveLength(1));
    const [mail] = catcher.to(talk.addressOf(0));
    expect(mail?.headers.subject).toBe('New messages');
    expect(mail?.body).not.toContain('sender');
    expect(mail?.body).not.toContain('> hi');
  });

  /** When mails that wait for their next attempt are tried. */
  const tryAgain = (talk: Awaited<ReturnType<typeof create>>) =>
    database.query(
      'test_due',
      "UPDATE mail_job SET due_at = now() - interval '5 seconds' WHERE realm_id = $1 AND failed_at IS NULL",
      [talk.conversation.context.realmId],
    );

  it.each(['later', 'busy'] as const)('are tried again when the server says so: %s', async (mode) => {
    catcher.mode = mode;
    const talk = await create(1);
    const before = catcher.failures;
    await talk.conversation.send();
    await holds(() => expect(catcher.failures).toBeGreaterThan(before));
    catcher.mode = 'ok';
    await eventually(async () => {
      await tryAgain(talk);
      return catcher.to(talk.addressOf(0)).length > 0;
    });
    await isDone(talk);
    expect(catcher.to(talk.addressOf(0))).toHaveLength(1);
  });

  it('are kept for an operator when they are refused for good', async () => {
    catcher.mode = 'refuse';
    const talk = await create(1);
    await talk.conversation.send();
    await holds(async () => expect(await waiting(talk)).toMatchObject({ ...DONE, dead: 1 }));
    const [row] = await database.query<{ failure: string }>(
      'test_failure',
      'SELECT failure FROM mail_job WHERE realm_id = $1',
      [talk.conversation.context.realmId],
    );
    expect(row?.failure).toContain('550');
    const { realmId } = talk.conversation.context;
    const letters = replicas[0]!.mailDeadLetters;
    const ctx = { requestId: 'test', deadlineAt: Date.now() + 10_000 };
    const { letters: listed } = await letters.list(ctx, { realmId, afterId: 0, limit: 10 });
    expect(listed).toMatchObject([{ realmId, kind: 'missed_messages', attempts: 1 }]);
    catcher.mode = 'ok';
    expect(await letters.replay(ctx, { realmId, ids: null })).toEqual({ count: 1 });
    await holds(() => expect(catcher.to(talk.addressOf(0))).toHaveLength(1));
    expect(await letters.discard(ctx, { realmId, ids: null })).toEqual({ count: 0 });
  });

  it('are repeated with the same id where a process died before it wrote down that they were sent', async () => {
    const talk = await create(1);
    await talk.conversation.send();
    await holds(() => expect(catcher.to(talk.addressOf(0))).toHaveLength(1));
    await isDone(talk);
    const [mail] = catcher.to(talk.addressOf(0));
    const id = /^<([0-9a-f-]{36})@/.exec(mail?.headers['message-id'] ?? '')?.[1];
    await database.query(
      'test_repeat',
      `INSERT INTO mail_job (mail_id, realm_id, user_id, kind, message_ids)
       SELECT $1::uuid, realm_id, user_id, 'missed_messages', ARRAY[message_id] FROM missed_message WHERE realm_id = $2`,
      [id, talk.conversation.context.realmId],
    );
    await holds(() => expect(catcher.to(talk.addressOf(0))).toHaveLength(2));
    expect(catcher.to(talk.addressOf(0))[1]?.headers['message-id']).toBe(mail?.headers['message-id']);
  });
});
