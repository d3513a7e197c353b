import {
  Database,
  NewNotice,
  WriteTransaction,
  addPendingNotices,
  createChannels,
  createRealm,
  lockRealm,
  channelNotice,
} from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { PendingNoticesRepository } from './pending-notices.repository';

const ACTOR = 1;

/** The rows of notices, between processes that die and others that look for what they left. */
describe('pending notices', () => {
  let servers: TestServers;
  let database: Database;
  let other: Database;
  let repository: PendingNoticesRepository;
  let context: { realmId: number; partition: number };
  const channels: { id: number; recipient_id: number }[] = [];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    other = Database.open({ url: servers.databaseUrl });
    repository = new PendingNoticesRepository(database);
    const settings = { subdomain: 'noticed', name: 'Noticed', authenticationMethods: { Email: true } };
    const realm = await createRealm(database, settings);
    context = { realmId: realm.id, partition: realm.partition };
    const names = ['one', 'two'].map((name) => ({ name, subscriberIds: [] }));
    await database.write(context, [lockRealm(realm.id, 'exclusive')], (tx) => createChannels(tx, names));
    channels.push(
      ...(await database.query<{ id: number; recipient_id: number }>(
        'test_channels',
        `SELECT id, recipient_id FROM channel WHERE realm_id = $1 AND name IN ('one', 'two') ORDER BY name`,
        [realm.id],
      )),
    );
  });

  beforeEach(() => database.query('test_forget', 'DELETE FROM pending_notice'));

  afterAll(async () => {
    await Promise.all([database?.close(), other?.close()]);
    await servers?.stop();
  });

  const write = <T>(work: (tx: WriteTransaction) => Promise<T>, on = database) => on.write(context, [], work);
  const notice = (content = 'notice', channel = 0): NewNotice => channelNotice(channels[channel]!.id, 'topic', content);
  const add = (...notices: NewNotice[]) => write((tx) => addPendingNotices(tx, ACTOR, notices));
  /** As if everything had happened that much earlier. */
  const pass = (seconds: number) =>
    database.query(
      'test_pass',
      `UPDATE pending_notice SET created_at = created_at - make_interval(secs => $1),
         due_at = due_at - make_interval(secs => $1)`,
      [seconds],
    );
  const takeAfter = async (seconds: number) => {
    await pass(seconds);
    return (await repository.takeDue(50)).map(({ id, attempts }) => [id, attempts]);
  };
  const sendMessage = async (tx: WriteTransaction, channel: number, topic: string, content = 'c') => {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         renderer_version, sent_at, client_name, topic_links, search_vector)
       VALUES ($1, $2, $2, 1, $3, $4, '', 1, now(), 'test', '[]', ''::tsvector) RETURNING id`,
      [context.realmId, channels[channel]!.recipient_id, topic, content],
    );
    return row!.id;
  };
  const countOf = async (content: string) =>
    (await database.query('test_messages', 'SELECT FROM message WHERE content = $1', [content])).length;
  /** The transaction that sends: what NoticeService does around the claim. */
  const send = (id: number, content: string, on: Database, isCrash = false) =>
    write(async (tx) => {
      if (!(await repository.claim(tx, id))) return false;
      await sendMessage(tx, 0, 'topic', content);
      await repository.remove(tx, id);
      if (isCrash) throw new Error('killed before the commit');
      return true;
    }, on);

  it('are there if and only if the change is', async () => {
    const failing = write(async (tx) => {
      await addPendingNotices(tx, ACTOR, [notice()]);
      throw new Error('no change');
    });
    await expect(failing).rejects.toThrow('no change');
    expect(await repository.backlog()).toEqual({ count: 0, oldestSeconds: 0 });
    const { ids } = await add(notice('first'), notice('second'));
    const waiting = await repository.waiting(ids);
    expect(waiting.map(({ id, content }) => [id, content])).toEqual([
      [ids[0], 'first'],
      [ids[1], 'second'],
    ]);
    expect(waiting[0]).toMatchObject({ ...context, userId: ACTOR, channelId: channels[0]!.id, topic: 'topic' });
    expect((await repository.backlog()).count).toBe(2);
  });

  it('are left to who made the change at first, then to one job at a time, ever more rarely', async () => {
    const { ids } = await add(notice());
    const [id] = ids;
    expect(await takeAfter(0)).toEqual([]);
    expect(await takeAfter(10)).toEqual([[id, 1]]);
    expect(await new PendingNoticesRepository(other).takeDue(50)).toEqual([]);
    expect(await takeAfter(0)).toEqual([]);
    expect(await takeAfter(10)).toEqual([[id, 2]]);
    expect(await takeAfter(10)).toEqual([]);
    expect(await takeAfter(10)).toEqual([[id, 3]]);
    await database.query('test_old', 'UPDATE pending_notice SET attempts = 14, due_at = now()');
    expect(await takeAfter(0)).toEqual([[id, 15]]);
    expect(await takeAfter(500)).toEqual([]);
    expect(await takeAfter(100)).toEqual([[id, 16]]);
  });

  it('are divided between jobs that look at once', async () => {
    const { ids } = await add(...Array.from({ length: 40 }, () => notice()));
    await pass(10);
    const jobs = [repository, new PendingNoticesRepository(other)];
    const taken = await Promise.all([...jobs, ...jobs].map((job) => job.takeDue(20)));
    const all = taken.flat().map(({ id }) => id);
    for (const rest of await repository.takeDue(50)) all.push(rest.id);
    expect(all.sort((a, b) => a - b)).toEqual(ids);
  });

  it('are sent once by two that try at once', async () => {
    for (let round = 0; round < 10; round++) {
      const content = `at once ${round}`;
      const { ids } = await add(notice());
      const sent = await Promise.all([database, other].map((replica) => send(ids[0]!, content, replica)));
      expect(sent.filter(Boolean)).toHaveLength(1);
      expect(await countOf(content)).toBe(1);
    }
  });

  it('are left alone by jobs while somebody sends them', async () => {
    const { ids } = await add(notice());
    await pass(10);
    await write(async (tx) => {
      expect(await repository.claim(tx, ids[0]!)).toBe(true);
      expect(await new PendingNoticesRepository(other).takeDue(50)).toEqual([]);
      expect(await send(ids[0]!, 'beside', other)).toBe(false);
    });
    expect(await countOf('beside')).toBe(0);
  });

  it('outlive a sender that dies before its commit, and not one that dies after it', async () => {
    const { ids } = await add(notice());
    const id = ids[0]!;
    await expect(send(id, 'crash', database, true)).rejects.toThrow('killed');
    expect(await countOf('crash')).toBe(0);
    expect(await takeAfter(10)).toEqual([[id, 1]]);
    expect(await send(id, 'crash', other)).toBe(true);
    expect(await takeAfter(3600)).toEqual([]);
    expect(await send(id, 'crash', database)).toBe(false);
    expect(await countOf('crash')).toBe(1);
  });

  it('are remembered by the next change of their channel, unless they are being sent', async () => {
    const first = await add(notice('first'), notice('elsewhere', 1));
    await pass(-60);
    expect(await add(notice('young'))).toMatchObject({ earlierIds: [] });
    await pass(62);
    expect((await add(notice('next'))).earlierIds).toEqual([first.ids[0], expect.any(Number)]);
    await add(...Array.from({ length: 20 }, () => notice()));
    await pass(2);
    expect((await add(notice('bounded'))).earlierIds).toHaveLength(10);
  });

  it('go where their message has been moved', async () => {
    const [here, there] = channels;
    const move = (id: number, recipientId: number, topic: string) =>
      database.query('test_move', 'UPDATE message SET recipient_id = $2, topic = $3 WHERE id = $1', [
        id,
        recipientId,
        topic,
      ]);
    const messageId = await write((tx) => sendMessage(tx, 0, '✔ topic'));
    const { ids } = await add(channelNotice(here!.id, '✔ topic', 'resolved', { withMessageId: messageId }));
    const place = async () => (await repository.waiting(ids)).map(({ channelId, topic }) => [channelId, topic]);
    expect(await place()).toEqual([[here!.id, '✔ topic']]);
    await move(messageId, there!.recipient_id, 'renamed');
    expect(await place()).toEqual([[there!.id, 'renamed']]);
    await database.query('test_delete', 'DELETE FROM message WHERE id = $1', [messageId]);
    expect(await place()).toEqual([[here!.id, '✔ topic']]);
  });
});
