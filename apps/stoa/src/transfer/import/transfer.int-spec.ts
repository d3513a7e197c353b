import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Database, ensureSystemBots, statementName } from '@stoa/database';
import { LocalFileStore } from '@stoa/storage';
import { TestServers, startServers } from '@stoa/testing';
import { tableFile } from '../archive/layout';
import { ARCHIVE_TABLES } from '../archive/tables';
import { BadDataError } from '../../base/command-line/failures';
import { OrganizationExport } from '../export/organization-export';
import { comparableArchive } from '../../test-support/comparable-archive';
import { createRichOrganization } from '../../test-support/rich-organization';
import { ImportOptions } from './import-options';
import { OrganizationImport } from './organization-import';

const ADDRESS = { STOA_EXTERNAL_HOST: 'chat.example.com', STOA_EXTERNAL_SCHEME: 'https' };

describe('an organization that moves to another cluster', () => {
  let servers: TestServers;
  let source: Database;
  let target: Database;
  let folder: string;
  let realmId: number;

  beforeAll(async () => {
    servers = await startServers();
    source = Database.open({ url: servers.databaseUrl, size: 3 });
    target = Database.open({ url: await servers.createDatabase(), size: 3 });
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-transfer-'));
    for (const database of [source, target]) await ensureSystemBots(database, 'bots.example');
    // Ids differ between the two.
    await createRichOrganization(source, store('old'), 'first');
    ({ realmId } = await createRichOrganization(source, store('old'), 'moving'));
    await exportOf(source, realmId, 'old', 'archive');
  });

  afterAll(async () => {
    await source.close();
    await target.close();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const store = (name: string) => new LocalFileStore(path.join(folder, `store-${name}`));
  const at = (name: string) => path.join(folder, name);

  const exportOf = (database: Database, id: number, storeName: string, name: string) =>
    new OrganizationExport(database, store(storeName)).run({
      organization: {
        id,
        subdomain: 'moving',
        name: 'Rich',
        partition: 0,
        customHost: null,
        isActive: true,
        createdAt: new Date(),
        users: 2,
        bots: 1,
      },
      url: 'https://moving.chat.example.com',
      folder: at(name),
      onProgress: () => undefined,
    });

  const importOf = (given: Partial<ImportOptions> = {}, database = target, storeName = 'new') =>
    new OrganizationImport(database, () => store(storeName)).run({
      folder: at('archive'),
      subdomain: 'moved',
      isDryRun: false,
      address: ADDRESS,
      mediaProxyKey: undefined,
      onProgress: () => undefined,
      ...given,
    });

  const rows = (database: Database, text: string, ...params: unknown[]) =>
    database.query(statementName(text) ?? '', text, params);

  /** A changed copy of an archive. */
  const spoilt = (name: string, spoil: (archive: string) => void) => {
    cpSync(at('archive'), at(name), { recursive: true });
    spoil(at(name));
    return at(name);
  };

  const problemsOf = async (archive: string): Promise<readonly string[]> => {
    const error: unknown = await importOf({ folder: archive, subdomain: 'spoilt' }).catch(
      (failure: unknown) => failure,
    );
    if (!(error instanceof BadDataError)) throw error;
    return error.problems.length > 0 ? error.problems : [error.message];
  };

  it('is the same there: an export of the copy equals the first one', async () => {
    const { manifest } = await exportOf(source, realmId, 'old', 'archive-again');
    const empty = ARCHIVE_TABLES.filter(({ name }) => manifest.tables[name]?.lines === 0).map(({ name }) => name);
    expect(empty).toEqual([]);
    const result = await importOf({ subdomain: 'copied' });
    expect(result).toMatchObject({ outcome: 'imported', url: 'https://copied.chat.example.com', isResumed: false });
    const copyId = result.realmId ?? 0;
    await exportOf(target, copyId, 'new', 'archive-of-copy');
    const withoutIds = (text: string) =>
      text.replaceAll(/(?<=\|)\d+(?=\*\*)|\b\d+(?=\/ab)|(?<=channel\/)\d+|^\[?\d+\]?$/g, 'ID');
    const before = await comparableArchive(at('archive'), withoutIds);
    const after = await comparableArchive(at('archive-of-copy'), withoutIds);
    for (const [name, records] of before) expect([name, after.get(name)]).toEqual([name, records]);
  });

  it('has its texts rendered anew, with the ids and the address that hold now', async () => {
    const { realmId: id } = await importOf();
    const [message] = await rows(
      target,
      `SELECT m.rendered_content, m.content, a.id AS olga, c.id AS channel FROM message m
      JOIN account a ON a.realm_id = m.realm_id AND a.full_name = 'Olga' JOIN channel c ON c.recipient_id = m.recipient_id
      WHERE m.realm_id = $1 AND m.content LIKE 'for %'`,
      id,
    );
    expect(message?.content).toContain(`@**Olga|${message?.olga}**`);
    expect(message?.rendered_content).toContain(`data-user-id="${message?.olga}"`);
    expect(message?.rendered_content).toContain(`data-stream-id="${message?.channel}"`);
    expect(message?.rendered_content).toContain(`/user_avatars/${id}/emoji/images/party.png`);
    expect(message?.rendered_content).toContain('https://bugs.example/42');
    const [file] = await rows(
      target,
      `SELECT rendered_content, has_attachment FROM message WHERE realm_id = $1 AND has_attachment`,
      id,
    );
    expect(file?.rendered_content).toContain(`href="/user_uploads/${id}/ab/notes.txt"`);
    expect(String(await store('new').read(`uploads/${id}/ab/notes.txt`))).toBe('some notes');
    expect(await store('new').read(`avatars/${id}/emoji/images/party.png`)).not.toBeNull();
    const [channel] = await rows(
      target,
      `SELECT subscriber_count, first_message_id, rendered_description FROM channel WHERE realm_id = $1 AND name = 'open'`,
      id,
    );
    expect(channel).toMatchObject({ subscriber_count: 3, first_message_id: expect.any(Number) });
    const [view] = await rows(
      target,
      `SELECT v.fragment, c.id FROM navigation_view v JOIN channel c ON c.realm_id = $1 AND c.name = 'open'
      JOIN account a ON a.id = v.user_id AND a.realm_id = $1`,
      id,
    );
    expect(view?.fragment).toBe(`narrow/channel/${view?.id}-open`);
    // Caches read what is newer than nothing.
    for (const table of ['account', 'channel', 'user_group']) {
      expect(await rows(target, `SELECT DISTINCT version FROM ${table} WHERE realm_id = $1`, id)).toEqual([
        { version: 1 },
      ]);
    }
    const versions = await rows(
      target,
      `SELECT v.version FROM channel c JOIN set_version v ON v.key = 'channel:' || c.id WHERE c.realm_id = $1`,
      id,
    );
    const [first] = await rows(target, 'SELECT first_version_of_life() AS version');
    expect(versions).toEqual(Array.from({ length: 5 }, () => first));
    expect(await rows(target, 'SELECT used FROM upload_space WHERE realm_id = $1', id)).toEqual([{ used: 10 }]);
  });

  it('is not doubled by another run, and its name is not given to others', async () => {
    const count = () => rows(target, 'SELECT count(*) AS messages, count(DISTINCT realm_id) AS realms FROM message');
    const { realmId: id } = await importOf();
    const before = await count();
    expect(await importOf()).toMatchObject({ outcome: 'unchanged', realmId: id });
    expect(await count()).toEqual(before);
    const other = spoilt('renamed', (archive) => {
      const file = path.join(archive, 'organization.json');
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), id: 'another' }));
    });
    await expect(importOf({ folder: other })).rejects.toThrow('an organization "moved" already exists');
    expect(await importOf({ folder: other, subdomain: 'beside' })).toMatchObject({ outcome: 'imported' });
  });

  it('cannot be reached, and is no concern of any job, before everything is there', async () => {
    const stopped = importOf({
      subdomain: 'watched',
      onProgress: ({ stage, detail }) => {
        if (stage === 'importing' && detail?.startsWith('message ')) throw new Error('ended in the middle');
      },
    });
    await expect(stopped).rejects.toThrow('ended in the middle');
    const seen = await rows(
      target,
      `SELECT r.string_id LIKE 'import:%' AS hidden, r.deactivated_at IS NOT NULL AS asleep
       FROM organization_import i JOIN realm r ON r.id = i.realm_id WHERE i.subdomain = 'watched'`,
    );
    expect(seen).toEqual([{ hidden: true, asleep: true }]);
    await importOf({ subdomain: 'watched' });
    const [realm] = await rows(target, `SELECT deactivated_at FROM realm WHERE string_id = 'watched'`);
    expect(realm).toEqual({ deactivated_at: null });
  });

  it('goes on where a run has ended, whatever the moment', async () => {
    const stages = ARCHIVE_TABLES.filter(({ isLast }) => !isLast).map(({ name }) => name);
    for (const [index, stage] of [
      'realm',
      'account',
      'channel',
      'message',
      'reaction',
      'read_state',
      'file',
    ].entries()) {
      const subdomain = `broken-${index}`;
      const stopped = importOf({
        subdomain,
        onProgress: ({ stage: phase, detail }) => {
          if (phase === 'importing' && detail?.startsWith(`${stage} `)) throw new Error(`ended at ${stage}`);
        },
      });
      await expect(stopped).rejects.toThrow(`ended at ${stage}`);
      expect(await rows(target, 'SELECT FROM realm WHERE string_id = $1', subdomain)).toEqual([]);
      const { realmId: id, isResumed } = await importOf({ subdomain });
      expect(isResumed).toBe(true);
      await exportOf(target, id ?? 0, 'new', `archive-${index}`);
      for (const name of [...stages, 'scheduled_message', 'reminder']) {
        const lines = (archive: string) => readFileSync(tableFile(at(archive), name), 'utf8').split('\n').length;
        expect([stage, name, lines(`archive-${index}`)]).toEqual([stage, name, lines('archive')]);
      }
    }
  });

  it('refuses what is no archive, or has records that cannot be used, with a line for each', async () => {
    expect(await problemsOf(at('nothing'))).toEqual([
      'organization.json: cannot be read: the folder is no complete archive',
    ]);
    const append = (table: string, ...lines: string[]) =>
      spoilt(`spoilt-${table}-${lines.length}`, (archive) =>
        appendFileSync(tableFile(archive, table), `${lines.join('\n')}\n`),
      );
    const last = (table: string) => readFileSync(tableFile(at('archive'), table), 'utf8').split('\n').length;
    const reaction = { message_id: 1, user_id: 1, emoji_name: 'x', emoji_code: '1', reaction_type: 'unicode_emoji' };
    const problems = await problemsOf(
      append(
        'reaction',
        'no json',
        '[1]',
        JSON.stringify(reaction),
        JSON.stringify({ ...reaction, reaction_type: 'drawn' }),
        JSON.stringify({ surprise: 1 }),
        JSON.stringify({ emoji_name: 'a\u0000b', reaction_type: 'unicode_emoji' }),
        JSON.stringify({ ...reaction, reaction_type: 'realm_emoji', emoji_code: '77' }),
      ),
    );
    const line = last('reaction');
    expect(problems).toEqual([
      `tables/reaction.ndjson:${line}: is not JSON`,
      `tables/reaction.ndjson:${line + 1}: is not a JSON object`,
      `tables/reaction.ndjson:${line + 2}: message_id 1 is not in the archive`,
      `tables/reaction.ndjson:${line + 3}: reaction_type is none of unicode_emoji, realm_emoji, zulip_extra_emoji`,
      `tables/reaction.ndjson:${line + 4}: reaction_type is none of unicode_emoji, realm_emoji, zulip_extra_emoji`,
      `tables/reaction.ndjson:${line + 5}: emoji_name must not contain null characters or halves of characters`,
      `tables/reaction.ndjson:${line + 6}: emoji_code 77 is not in the archive`,
      `tables/reaction.ndjson:${line + 6}: the manifest says 1 lines`,
    ]);
    const upload = { id: 1_000_000, owner_id: 1, path_id: '1/../../../etc/passwd', size: 1 };
    expect((await problemsOf(append('attachment', JSON.stringify(upload))))[0]).toContain(
      'path_id is no key of a file',
    );
    const escaping = { path: 'avatars/realm/../../etc/passwd', size: 1, sha256: '0'.repeat(64) };
    const files = await problemsOf(append('file', JSON.stringify(escaping)));
    expect(files[0]).toContain('path is no key of an organization’s file');
    expect(await rows(target, `SELECT FROM organization_import WHERE subdomain = 'spoilt'`)).toEqual([]);
  });

  it('notices a file that is not the one that was exported', async () => {
    const changed = spoilt('changed', (archive) =>
      writeFileSync(path.join(archive, 'files/uploads/realm/ab/notes.txt'), 'other notes'),
    );
    await expect(importOf({ folder: changed, subdomain: 'changed' })).rejects.toThrow(
      'is not the file that was exported',
    );
    cpSync(path.join(at('archive'), 'files'), path.join(changed, 'files'), { recursive: true });
    expect(await importOf({ folder: changed, subdomain: 'changed' })).toMatchObject({
      outcome: 'imported',
      isResumed: true,
    });
  });

  it('is not written into a folder that has something', async () => {
    await expect(exportOf(source, realmId, 'old', 'archive')).rejects.toThrow('already contains an archive');
    await expect(exportOf(source, realmId, 'old', 'store-old')).rejects.toThrow('is not empty');
    mkdirSync(at('broken-off'));
    writeFileSync(at('broken-off/unfinished'), '');
    await exportOf(source, realmId, 'old', 'broken-off');
    expect(existsSync(at('broken-off/unfinished'))).toBe(false);
  });
});
