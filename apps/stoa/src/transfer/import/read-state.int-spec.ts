import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { Database, createRealm, ensureSystemBots } from '@stoa/database';
import { History, historySteps } from '@stoa/read-state/testing';
import { MessageFlagsRepository, UnreadMessagesRepository } from '@stoa/read-state-store';
import { LocalFileStore } from '@stoa/storage';
import { TestServers, startServers } from '@stoa/testing';
import { DatabaseReadState } from '../../../../../libs/read-state-store/src/testing/database-read-state';
import { OrganizationExport } from '../export/organization-export';
import { OrganizationImport } from './organization-import';

const SIZE = { users: 4, channels: 3 };
const HISTORIES = 12;
/** As in the tests of read state: ids of one history and the next keep apart. */
const ID_STRIDE = 10_000;
const HISTORY_IDS = 500_000;

/** Design I8: what users have read, starred and been mentioned in is the same after a move to another cluster. */
describe('read state that moves to another cluster', () => {
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 1_000_000_007;
  let servers: TestServers;
  let source: Database;
  let target: Database;
  let folder: string;
  let copyId: number;

  const flags = new MessageFlagsRepository();
  const unread = new UnreadMessagesRepository();

  beforeAll(async () => {
    servers = await startServers();
    source = Database.open({ url: servers.databaseUrl });
    target = Database.open({ url: await servers.createDatabase() });
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-read-state-'));
    await playHistories();
    await ensureSystemBots(source, 'bots.example');
    await ensureSystemBots(target, 'bots.example');
    await exportAndImport();
  }, 180_000);

  afterAll(async () => {
    await source.close();
    await target.close();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function playHistories(): Promise<void> {
    const realm = await createRealm(source, {
      subdomain: 'read',
      name: 'Read',
      authenticationMethods: {},
      partition: 0,
    });
    expect(realm.id).toBe(1);
    for (const [index, steps] of fc
      .sample(historySteps(SIZE, { min: 40, max: 80 }), { numRuns: HISTORIES, seed })
      .entries()) {
      const history = new History(SIZE, (index + 1) * HISTORY_IDS);
      const stored = new DatabaseReadState(source, (index + 1) * ID_STRIDE);
      for (const userId of history.userIds) await stored.addUser(userId);
      for (const channelId of history.channelIds) await stored.addChannel(channelId);
      for (const step of steps) await history.operation(step)?.(stored);
    }
    // What the histories leave out, as read state does not depend on it.
    await source.query(
      'h_sender',
      `INSERT INTO account (id, realm_id, delivery_email, email, full_name)
      VALUES (1, 1, 'sender@stoa.test', 'sender@stoa.test', 'sender')`,
    );
    await source.query('h_texts', `UPDATE message SET content = 'message ' || id`);
    await source.query(
      'h_direct',
      `INSERT INTO direct_conversation (recipient_id, realm_id, user_ids, participants_key)
      SELECT recipient_id, 1, array_agg(DISTINCT user_id ORDER BY user_id), recipient_id::text
      FROM direct_message_receipt GROUP BY recipient_id`,
    );
  }

  async function exportAndImport(): Promise<void> {
    const store = new LocalFileStore(path.join(folder, 'store'));
    const archive = path.join(folder, 'archive');
    const organization = { id: 1, subdomain: 'read', name: 'Read', partition: 0, customHost: null, isActive: true };
    await new OrganizationExport(source, store).run({
      organization: { ...organization, createdAt: new Date(), users: 0, bots: 0 },
      url: 'https://read.example.com',
      folder: archive,
      onProgress: () => undefined,
    });
    // Something was there before, so that no id is the same.
    await target.query('t_before', `SELECT setval('message_id_seq', 123456), setval('account_id_seq', 777)`);
    const { realmId } = await new OrganizationImport(target, () => store).run({
      folder: archive,
      subdomain: 'read',
      isDryRun: false,
      address: { STOA_EXTERNAL_HOST: 'example.com', STOA_EXTERNAL_SCHEME: 'https' },
      mediaProxyKey: undefined,
      onProgress: () => undefined,
    });
    copyId = realmId ?? 0;
  }

  /** Old ids by the new ones. */
  async function pairs(name: string, text: string): Promise<Map<number, number>> {
    const rows = async (database: Database, realmId: number) =>
      new Map(
        (await database.query<{ id: number; key: string }>(`pairs_${name}`, text, [realmId])).map(({ id, key }) => [
          key,
          id,
        ]),
      );
    const copies = await rows(target, copyId);
    const originals = await rows(source, 1);
    return new Map([...originals].map(([key, id]) => [id, copies.get(key) ?? 0]));
  }

  it('gives every user the same flags, unread messages and readers', async () => {
    const users = await pairs('users', 'SELECT id, delivery_email AS key FROM account WHERE realm_id = $1');
    const messages = await pairs('messages', 'SELECT id, content AS key FROM message WHERE realm_id = $1');
    expect(messages.size).toBeGreaterThan(100);
    const oldIds = [...messages.keys()].sort((a, b) => a - b);
    const newIds = oldIds.map((id) => messages.get(id) ?? 0);
    let flagged = 0;
    for (const [oldUser, newUser] of users) {
      const before = await flags.flagsOfMessages(source, oldUser, oldIds);
      const after = await flags.flagsOfMessages(target, newUser, newIds);
      flagged += [...before.values()].filter((holding) => holding.flags.length > 0).length;
      const expected = oldIds.map((id) => [messages.get(id), before.get(id)]);
      expect({ seed, user: oldUser, flags: newIds.map((id) => [id, after.get(id)]) }).toEqual({
        seed,
        user: oldUser,
        flags: expected,
      });
      const unreadBefore = (await unread.unreadMessages(source, oldUser)).map(({ id }) => messages.get(id));
      const unreadAfter = (await unread.unreadMessages(target, newUser)).map(({ id }) => id);
      expect({ seed, user: oldUser, unread: unreadAfter }).toEqual({ seed, user: oldUser, unread: unreadBefore });
    }
    expect(flagged).toBeGreaterThan(100);
    for (const [oldId, newId] of messages) {
      const before = (await flags.readersOf(source, oldId)).map((id) => users.get(id));
      expect([oldId, new Set(await flags.readersOf(target, newId))]).toEqual([oldId, new Set(before)]);
    }
  });
});
