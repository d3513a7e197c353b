import { gunzipSync } from 'node:zlib';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Database } from '@stoa/database';
import { extract } from 'tar-stream';
import { expectError } from '../support/expectations';
import { linkTo, uploadFile } from '../support/files';
import { Organization, createOrganization } from '../support/organizations';
import { pathOf, visit } from '../support/pages';
import { Person, unique } from '../support/people';
import { ClientEvent, TestQueue, isEvent } from '../support/test-queue';

const ADMINISTRATOR = { code: 'UNAUTHORIZED_PRINCIPAL' };

describe('data exports', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    member = await organization.createPerson('Max');
  });

  const createChannel = async (parameters: object = {}) => {
    const { id } = await owner.client.succeed('POST', '/channels/create', {
      name: unique('Channel'),
      subscribers: [owner.userId, member.userId],
      ...parameters,
    });
    return id as number;
  };
  const send = (to: number, content: string, type = 'channel') =>
    member.client.succeed('POST', '/messages', { type, to: type === 'channel' ? to : [to], topic: 't', content });
  const ofExport = (id: number) => (event: ClientEvent) => {
    const entry = (event.exports ?? []).find((candidate: { id: number }) => candidate.id === id);
    return entry !== undefined && !entry.pending;
  };
  const exported = async (exportType: string | number) => {
    const queue = await TestQueue.register(owner, { event_types: ['realm_export'] });
    const { id } = await owner.client.succeed('POST', '/export/realm', { export_type: exportType });
    const { exports } = await queue.next(ofExport(id));
    return exports.find((entry: { id: number }) => entry.id === id);
  };
  /** Texts of the files in an archive, by name. */
  const unpack = async (url: string): Promise<Map<string, string>> => {
    const answer = await visit(cluster, organization.host, pathOf(url));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'private, no-store' });
    const files = new Map<string, string>();
    const archive = extract();
    await new Promise<void>((done, fail) => {
      archive.on('entry', (header, content, next) => {
        const chunks: Buffer[] = [];
        content.on('data', (chunk: Buffer) => chunks.push(chunk));
        content.on('end', () => {
          files.set(header.name, Buffer.concat(chunks).toString());
          next();
        });
      });
      archive.on('finish', () => done());
      archive.on('error', fail);
      archive.end(gunzipSync(answer.content));
    });
    return files;
  };
  const texts = (files: Map<string, string>): string =>
    [...files].flatMap(([name, text]) => (name.startsWith('messages-') ? [text] : [])).join();

  it('hold what is public and nothing else, until they are deleted', async () => {
    const [open, secret] = await Promise.all([createChannel(), createChannel({ invite_only: true })]);
    const file = await uploadFile(member, { content: 'the note' });
    await send(open, `in the open ${linkTo(file)}`);
    await send(secret, 'in secret');
    await send(owner.userId, 'between us', 'direct');
    const entry = await exported(1);
    expect(entry).toEqual({
      id: expect.any(Number),
      acting_user_id: owner.userId,
      export_time: expect.any(Number),
      deleted_timestamp: null,
      failed_timestamp: null,
      export_url: expect.stringMatching(/\/exports\/\d+\/[0-9a-f]{64}\/export\.tar\.gz$/),
      pending: false,
      export_type: 'public',
      export_from_prior_server: false,
    });
    const files = await unpack(entry.export_url);
    expect(texts(files)).toContain('in the open');
    expect(texts(files)).not.toMatch(/in secret|between us/);
    const { realm, users, channels } = JSON.parse(files.get('realm.json') ?? '{}');
    expect(realm.name).toBe(organization.subdomain);
    expect(users.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([owner.userId, member.userId]));
    const channelIds = channels.map(({ id }: { id: number }) => id);
    expect(channelIds).toContain(open);
    expect(channelIds).not.toContain(secret);
    expect(files.get(`uploads/${file.pathId}`)).toBe('the note');
    expect([...files.values()].join()).not.toMatch(/password_hash|key_hash|\$argon2/);
    await owner.client.succeed('DELETE', `/export/realm/${entry.id}`);
    const [deleted] = (await owner.client.succeed('GET', '/export/realm')).exports.filter(
      ({ id }: { id: number }) => id === entry.id,
    );
    expect(deleted).toMatchObject({ export_url: null, pending: false, deleted_timestamp: expect.any(Number) });
    expect((await visit(cluster, organization.host, pathOf(entry.export_url))).status).toBe(404);
    expectError(await owner.client.delete(`/export/realm/${entry.id}`), 'Export already deleted');
  });

  it('hold private data of who consented, and tell the requester', async () => {
    const secret = await createChannel({ invite_only: true });
    const stranger = await organization.createPerson('Stranger');
    await send(secret, 'a shared secret');
    await send(owner.userId, 'a private word', 'direct');
    await owner.client.succeed('POST', '/messages', {
      type: 'direct',
      to: [stranger.userId],
      content: 'a hidden word',
    });
    await member.client.succeed('PATCH', '/settings', { allow_private_data_export: true });
    const queue = await TestQueue.register(owner, { event_types: ['message'] });
    const { export_url: url } = await exported(2);
    const content = texts(await unpack(url));
    expect(content).toContain('a shared secret');
    expect(content).toContain('a private word');
    expect(content).not.toContain('a hidden word');
    const { message, flags } = await queue.next((event) => event.message?.content.includes('export is complete'));
    expect(message.sender_full_name).toBe('Notification Bot');
    expect(flags).not.toContain('read');
    const { export_consents: consents } = await owner.client.succeed('GET', '/export/realm/consents');
    expect(consents).toEqual(
      expect.arrayContaining([
        { user_id: member.userId, consented: true, email_address_visibility: 3 },
        { user_id: stranger.userId, consented: false, email_address_visibility: 3 },
      ]),
    );
    await member.client.succeed('PATCH', '/settings', { allow_private_data_export: false });
  });

  it('are for administrators, in documented words', async () => {
    const text = 'Must be an organization administrator';
    expectError(await member.client.get('/export/realm'), text, ADMINISTRATOR);
    expectError(await member.client.post('/export/realm'), text, ADMINISTRATOR);
    expectError(await member.client.delete('/export/realm/1'), text, ADMINISTRATOR);
    expectError(await member.client.get('/export/realm/consents'), text, ADMINISTRATOR);
    expectError(
      await owner.client.post('/export/realm', { export_type: 4 }),
      'Invalid export_type: Value error, Not in the list of possible values',
    );
    expectError(await owner.client.delete('/export/realm/999999999'), 'Invalid data export ID');
    expect((await visit(cluster, organization.host, '/exports/1/x/export.tar.gz')).status).toBe(404);
  });

  it('are made anew when a replica died over them, and are limited to five a week', async () => {
    const other = await createOrganization(cluster);
    const admin = other.owner;
    const database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'test' });
    try {
      const [pending] = await database.query<{ id: number }>(
        'test_pending_export',
        `INSERT INTO realm_export (realm_id, acting_user_id, export_path, claim, claimed_at)
         VALUES ($1, $2, $3, gen_random_uuid(), now()) RETURNING id`,
        [other.id, admin.userId, `exports/${other.id}/${'0'.repeat(64)}/export.tar.gz`],
      );
      const [failed] = await database.query<{ id: number }>(
        'test_failed_export',
        `INSERT INTO realm_export (realm_id, acting_user_id, export_path, failed_at) VALUES ($1, $2, 'x', now()) RETURNING id`,
        [other.id, admin.userId],
      );
      expectError(await admin.client.delete(`/export/realm/${pending?.id}`), 'Export still in progress');
      expectError(await admin.client.delete(`/export/realm/${failed?.id}`), 'Export failed, nothing to delete');
      const queue = await TestQueue.register(admin, { event_types: ['realm_export'] });
      await database.query(
        'test_abandon_export',
        `UPDATE realm_export SET claimed_at = now() - interval '2 minutes' WHERE id = $1`,
        [pending?.id],
      );
      const event = await queue.next(ofExport(pending?.id ?? 0));
      expect(isEvent('realm_export')(event)).toBe(true);
      for (let count = 2; count < 5; count++) await admin.client.succeed('POST', '/export/realm');
      expectError(await admin.client.post('/export/realm'), 'Exceeded rate limit.');
      await eventually(async () => {
        const { exports } = await admin.client.succeed('GET', '/export/realm');
        return exports.every(({ pending: isPending }: { pending: boolean }) => !isPending);
      });
    } finally {
      await database.close();
    }
  });
});
