import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Database, ensureSystemBots, statementName } from '@stoa/database';
import { MessageFlagsRepository } from '@stoa/read-state-store';
import { LocalFileStore } from '@stoa/storage';
import { TestServers, startServers } from '@stoa/testing';
import { readColumns } from '../import/column-catalog';
import { OrganizationImport } from '../import/organization-import';
import { convertSlack } from '../slack/slack-conversion';
import { convertZulip } from '../zulip/zulip-conversion';
import { convertedArchive } from './conversion';

const EXPORTS = path.join(__dirname, '..', '..', 'test-support', 'exports');
const ADDRESS = { STOA_EXTERNAL_HOST: 'chat.example.com', STOA_EXTERNAL_SCHEME: 'https' };

describe('exports of other services', () => {
  let servers: TestServers;
  let database: Database;
  let folder: string;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl, size: 3 });
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-foreign-'));
    await ensureSystemBots(database, 'bots.example');
  });

  afterAll(async () => {
    await database.close();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const store = () => new LocalFileStore(path.join(folder, 'store'));
  const rows = <Row extends object = Record<string, unknown>>(text: string, ...params: unknown[]) =>
    database.query<Row & Record<string, unknown>>(statementName(text) ?? '', text, params);

  async function convert(kind: 'zulip' | 'slack', source = path.join(EXPORTS, kind), ownerEmail?: string) {
    const columns = await readColumns(database);
    const rest = { subdomain: kind, onProgress: () => undefined };
    return convertedArchive({
      kind,
      source,
      work: path.join(folder, `work-${kind}-${path.basename(source)}`),
      choices: [],
      convert: (found, archive, archiveId) =>
        kind === 'zulip'
          ? convertZulip({ ...rest, source: found, folder: archive, archiveId, columns })
          : convertSlack({ ...rest, source: found, folder: archive, archiveId, name: 'Slack Org', ownerEmail }),
    });
  }

  const importOf = async (kind: 'zulip' | 'slack') =>
    new OrganizationImport(database, store).run({
      folder: (await convert(kind)).folder,
      subdomain: kind,
      isDryRun: false,
      address: ADDRESS,
      mediaProxyKey: undefined,
      onProgress: () => undefined,
    });

  /** Flags of each message that a user has, by its content. */
  async function flagsOf(realmId: number, name: string): Promise<Record<string, string[]>> {
    const [user] = await rows<{ id: number }>(
      'SELECT id FROM account WHERE realm_id = $1 AND full_name = $2',
      realmId,
      name,
    );
    const messages = await rows<{ id: number; content: string }>(
      'SELECT id, content FROM message WHERE realm_id = $1 ORDER BY id',
      realmId,
    );
    const repository = new MessageFlagsRepository();
    const held = await repository.flagsOfMessages(
      database,
      user?.id ?? 0,
      messages.map(({ id }) => id),
    );
    return Object.fromEntries(
      messages.flatMap(({ id, content }) => {
        const holding = held.get(id);
        return holding?.isHeld ? [[content.slice(0, 6), holding.flags]] : [];
      }),
    );
  }

  describe('Zulip', () => {
    it('says what it leaves out, a line each', async () => {
      expect((await convert('zulip')).problems).toEqual([
        'avatars/records.json: 2/none.original: is missing, or no image; user 11 has a generated avatar',
        'realm.json: zerver_realmfilter: "old" has no URL template; left out',
        'emoji/records.json: the file of :missing: is missing',
        'messages-000002.json: message 107: its sender 99 is not in realm.json; left out',
        'realm.json: zerver_reaction: 3: its user, message or emoji is missing; left out',
        'attachment.json: 2/cd/gone: the file is not in the export; left out',
        'attachment.json: 2/../../../etc/passwd: its path or owner cannot be used; left out',
      ]);
    });

    it('gives the same organization, whose people hold what they held there', async () => {
      const { realmId: id, outcome } = await importOf('zulip');
      expect(['imported', 'unchanged']).toContain(outcome);
      const realmId = id ?? 0;
      expect(
        await rows(
          'SELECT name, default_language, allow_message_editing, message_edit_history_visibility_policy AS history, string_id, giphy_rating FROM realm WHERE id = $1',
          realmId,
        ),
      ).toEqual([
        {
          name: 'Zulip Org',
          default_language: 'de',
          allow_message_editing: false,
          history: 'moves',
          string_id: 'zulip',
          // PG, which was 3 before level 442 took a rating away.
          giphy_rating: 2,
        },
      ]);
      expect(
        await rows(
          'SELECT full_name, role, is_active, is_bot, is_imported_stub, enter_sends, color_scheme FROM account WHERE realm_id = $1 ORDER BY id',
          realmId,
        ),
      ).toMatchObject([
        { full_name: 'Olga', role: 100, is_active: true, is_imported_stub: false, enter_sends: true, color_scheme: 2 },
        { full_name: 'Max', role: 400 },
        { full_name: 'Idle' },
        { full_name: 'Gone', is_active: false },
        { full_name: 'Robot', is_bot: true },
        { full_name: 'Pix' },
        { full_name: 'Mirror', is_active: false, is_imported_stub: true },
      ]);
      expect(await flagsOf(realmId, 'Olga')).toEqual({
        'first ': ['read', 'stream_wildcard_mentioned', 'wildcard_mentioned'],
        second: ['mentioned'],
        direct: ['read'],
        'three ': ['read'],
        whispe: ['read'],
        'a noti': ['read'],
        '[file.': [],
        'after ': [],
        '(delet': ['read'],
      });
      // Historical: starred or the like without having received it. What was sent after he left is not his.
      expect(await flagsOf(realmId, 'Max')).toEqual({
        'first ': ['stream_wildcard_mentioned', 'wildcard_mentioned'],
        second: ['read', 'starred'],
        direct: [],
        'three ': ['read'],
        whispe: ['read', 'historical'],
        'a noti': ['read'],
        '[file.': ['read', 'starred', 'collapsed', 'has_alert_word'],
      });
      // Rows of somebody who is away for long are made when they come back: everything since is unread.
      expect(Object.keys(await flagsOf(realmId, 'Idle'))).toEqual([
        'first ',
        'second',
        'three ',
        'a noti',
        '[file.',
        'after ',
        '(delet',
      ]);
      expect(await flagsOf(realmId, 'Gone')).toEqual({});
    });

    it('has its texts rendered here, its history, reactions, groups and files', async () => {
      const { realmId: id } = await importOf('zulip');
      const realmId = id ?? 0;
      const [second] = await rows(
        'SELECT id, rendered_content, last_edited_at IS NOT NULL AS edited, last_moved_at IS NOT NULL AS moved FROM message WHERE realm_id = $1 AND content LIKE $2',
        realmId,
        'second%',
      );
      expect(second).toMatchObject({ edited: true, moved: true });
      expect(second?.rendered_content).toContain('class="user-mention"');
      expect(second?.rendered_content).toContain('https://bugs.example/42');
      expect(
        await rows(
          'SELECT prev_content, prev_topic, topic FROM message_edit WHERE message_id = $1 ORDER BY id',
          second?.id,
        ),
      ).toEqual([
        { prev_content: null, prev_topic: 'Dinner', topic: 'Lunch' },
        { prev_content: '2nd', prev_topic: null, topic: null },
      ]);
      const [emoji] = await rows('SELECT id FROM custom_emoji WHERE realm_id = $1 AND name = $2', realmId, 'party');
      expect(
        await rows('SELECT emoji_code, reaction_type FROM reaction WHERE message_id = $1 ORDER BY id', second?.id),
      ).toEqual([
        { emoji_code: String(emoji?.id), reaction_type: 'realm_emoji' },
        { emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
      ]);
      expect(String(await store().read(`uploads/${realmId}/ab/file.txt`))).toBe('a letter\n');
      const [file] = await rows('SELECT rendered_content FROM message WHERE realm_id = $1 AND has_attachment', realmId);
      expect(file?.rendered_content).toContain(`/user_uploads/${realmId}/ab/file.txt`);
      const [pix] = await rows<{ avatar_key: string }>(
        'SELECT avatar_key, avatar_source FROM account WHERE realm_id = $1 AND full_name = $2',
        realmId,
        'Pix',
      );
      expect(pix).toMatchObject({ avatar_source: 'U' });
      expect(await store().stat(`avatars/${realmId}/${pix?.avatar_key}-medium.png`)).not.toBeNull();
      expect(
        await rows(
          `SELECT array_agg(a.full_name) AS members FROM user_group g JOIN group_membership m ON m.group_id = g.id
        JOIN account a ON a.id = m.user_id WHERE g.realm_id = $1 AND g.name = 'cooks'`,
          realmId,
        ),
      ).toEqual([{ members: ['Max'] }]);
      const [creators] = await rows(
        `SELECT g.name FROM realm r JOIN user_group g ON g.id = r.can_create_groups WHERE r.id = $1`,
        realmId,
      );
      expect(creators).toEqual({ name: 'role:owners' });
      expect(
        await rows(
          `SELECT v.value, a.id FROM profile_value v JOIN account m ON m.id = v.user_id JOIN account a ON a.realm_id = m.realm_id AND a.full_name = 'Olga'
        WHERE m.realm_id = $1`,
          realmId,
        ),
      ).toEqual([expect.objectContaining({ value: expect.stringMatching(/^\[\d+\]$/) })]);
      expect(
        await rows(
          `SELECT cardinality(user_ids) AS size FROM direct_conversation WHERE realm_id = $1 ORDER BY 1`,
          realmId,
        ),
      ).toEqual([{ size: 2 }, { size: 3 }]);
      expect(await importOf('zulip')).toMatchObject({ outcome: 'unchanged', realmId });
    });

    it('is refused with the name of the file that is wrong', async () => {
      const spoilt = path.join(folder, 'zulip-spoilt');
      cpSync(path.join(EXPORTS, 'zulip'), spoilt, { recursive: true });
      writeFileSync(path.join(spoilt, 'messages-000002.json'), '{"zerver_message": [');
      await expect(convert('zulip', spoilt)).rejects.toThrow('messages-000002.json: is not JSON');
      await expect(convert('zulip', path.join(EXPORTS, 'slack'))).rejects.toThrow('realm.json is missing');
    });
  });

  describe('Slack', () => {
    it('says what it leaves out or changes, a line each', async () => {
      expect((await convert('slack')).problems).toEqual([
        "users.json: U4: the address is none, or another user's; u4@slack-import.invalid instead",
        'users.json: a user with the id "U2" is there twice, or has none; left out',
        'general/2024-05-06.json: record 6: has no time; left out',
        'general/2024-05-06.json: record 1: there is no emoji "our-logo"; its reactions are left out',
        'general/2024-05-07.json: record 2: its sender U7 is not in users.json; made anew',
        'general/2024-05-07.json: record 4: the file F2 is not in the export; its link leads to Slack',
      ]);
    });

    it('gives an organization with its channels, threads as topics, and everything read', async () => {
      const { realmId: id } = await importOf('slack');
      const realmId = id ?? 0;
      const channels = await rows(
        `SELECT name, invite_only, is_archived, description, subscriber_count FROM channel WHERE realm_id = $1 ORDER BY id`,
        realmId,
      );
      expect(channels).toEqual([
        {
          name: 'general',
          invite_only: false,
          is_archived: false,
          description: 'For everybody · News',
          subscriber_count: 2,
        },
        { name: 'old', invite_only: false, is_archived: true, description: '', subscriber_count: 0 },
        { name: 'secret', invite_only: true, is_archived: false, description: '', subscriber_count: 1 },
      ]);
      const [olga] = await rows<{ id: number }>(
        `SELECT id FROM account WHERE realm_id = $1 AND full_name = 'Olga Owner' AND is_imported_stub`,
        realmId,
      );
      const [max] = await rows<{ id: number }>(
        `SELECT id FROM account WHERE realm_id = $1 AND full_name = 'Max Member'`,
        realmId,
      );
      const messages = await rows(
        `SELECT COALESCE(c.name, '') AS place, m.topic, a.full_name AS sender, m.content FROM message m JOIN account a ON a.id = m.sender_id
         LEFT JOIN channel c ON c.recipient_id = m.recipient_id WHERE m.realm_id = $1 ORDER BY m.id`,
        realmId,
      );
      const other = 'imported from Slack';
      expect(messages).toEqual([
        {
          place: 'general',
          topic: other,
          sender: 'Olga Owner',
          content: `Hello @**Max Member|${max?.id}**, see #**general** and [*docs*](https://example.com/a_b_c) :+1:`,
        },
        { place: 'secret', topic: other, sender: 'Olga Owner', content: 'hush' },
        { place: '', topic: '', sender: 'Max Member', content: `psst @**Olga Owner|${olga?.id}**` },
        {
          place: 'general',
          topic: 'Plans for lunch & more?',
          sender: 'Max Member',
          content: '**Plans** for lunch & more?',
        },
        {
          place: 'general',
          topic: other,
          sender: 'Olga Owner',
          content: '@**all** `a <b> *c*` \n```\ncode & https://x.example\n```',
        },
        { place: 'general', topic: other, sender: 'Build bot', content: '**Build 7**\npassed' },
        { place: 'general', topic: other, sender: 'Olga Owner', content: '/me goes on' },
        { place: 'general', topic: 'Plans for lunch & more?', sender: 'Olga Owner', content: 'Soup' },
        { place: 'general', topic: 'Plans for lunch & more?', sender: 'User U7', content: 'who am I?' },
        { place: 'general', topic: 'Again', sender: 'Olga Owner', content: 'Again' },
        {
          place: 'general',
          topic: other,
          sender: 'Max Member',
          content: `A file\n[plan.txt](/user_uploads/${realmId}/slack/F1/plan.txt)\n[gone.txt](https://files.slack.com/files-pri/T-F2/gone.txt)`,
        },
        { place: '', topic: '', sender: 'Gus Guest', content: 'three of us' },
      ]);
      expect(await flagsOf(realmId, 'Max Member')).toMatchObject({
        'Hello ': ['read', 'mentioned'],
        '@**all': ['read', 'stream_wildcard_mentioned', 'wildcard_mentioned'],
        'psst @': ['read'],
      });
      expect(Object.keys(await flagsOf(realmId, 'Gus Guest'))).toEqual(['three ']);
      expect(
        await rows(
          `SELECT a.full_name, r.emoji_code FROM reaction r JOIN account a ON a.id = r.user_id WHERE a.realm_id = $1 ORDER BY r.id`,
          realmId,
        ),
      ).toEqual([
        { full_name: 'Max Member', emoji_code: '1f44d' },
        { full_name: 'Olga Owner', emoji_code: '1f44d' },
      ]);
      expect(String(await store().read(`uploads/${realmId}/slack/F1/plan.txt`))).toBe('the plan\n');
      expect(await importOf('slack')).toMatchObject({ outcome: 'unchanged', realmId });
    });

    it('needs somebody who owns it', async () => {
      const ownerless = path.join(folder, 'ownerless');
      cpSync(path.join(EXPORTS, 'slack'), ownerless, { recursive: true });
      writeFileSync(
        path.join(ownerless, 'users.json'),
        JSON.stringify([{ id: 'U2', profile: { real_name: 'Max', email: 'max@slack.example' } }]),
      );
      await expect(convert('slack', ownerless)).rejects.toThrow('give an address with --owner');
      const { folder: archive } = await convert('slack', ownerless, 'max@slack.example');
      expect(archive).toContain('ownerless');
    });
  });
});
