import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Database, createRealm } from '@stoa/database';
import { createLogger } from '@stoa/observability';
import type { ActorContext } from '@stoa/rpc';
import { LocalFileStore, RESUMABLE_PREFIX } from '@stoa/storage';
import { TestServers, startServers } from '@stoa/testing';
import { MessagesEnvironment } from '../../messages.environment';
import { AttachmentCleanupJob } from './attachment-cleanup.job';
import { AttachmentsRepository } from './attachments.repository';
import { OpenUploadsRepository } from './open-uploads.repository';
import { UploadsService } from './uploads.service';

const MIB = 1024 * 1024;
const LIMITS = { mostUploads: 32, mostBytes: 100 * MIB };

/** What unfinished files reserve, asked by several processes at once. */
describe('the space of uploads', () => {
  let servers: TestServers;
  let database: Database;
  let other: Database;
  let realm: { id: number; partition: number };
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-uploads-'));
  const files = new LocalFileStore(folder);

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    other = Database.open({ url: servers.databaseUrl });
    realm = await createRealm(database, {
      subdomain: 'uploads',
      name: 'Uploads',
      authenticationMethods: { Email: true },
      settings: { upload_quota_mib: 1 },
    });
  });

  beforeEach(() => database.query('test_forget', 'WITH gone AS (DELETE FROM open_upload) DELETE FROM upload_space'));

  afterAll(async () => {
    await Promise.all([database?.close(), other?.close()]);
    await servers?.stop();
    rmSync(folder, { recursive: true });
  });

  const serviceOn = (of: Database) =>
    new UploadsService(of, new AttachmentsRepository(of), new OpenUploadsRepository(of));
  const contextOf = (userId: number): ActorContext => ({
    requestId: randomUUID(),
    deadlineAt: Date.now() + 60_000,
    actor: {
      realmId: realm.id,
      partition: realm.partition,
      userId,
      role: 400,
      isBot: false,
      botType: null,
      realmHost: 'uploads.example',
      realmUrl: 'http://uploads.example',
      email: 'user@uploads.example',
      deliveryEmail: 'user@uploads.example',
      fullName: 'User',
      clientName: 'test',
      canCreateUsers: false,
      canForgeSender: false,
    },
  });
  const reserve = (of: Database, userId: number, size: number, uploadId: string = randomUUID()) =>
    serviceOn(of).reserve(contextOf(userId), { uploadId, size, ...LIMITS });
  const file = (size: number, uploadId?: string) => ({
    pathId: `${realm.id}/aa/${randomUUID()}/a.txt`,
    fileName: 'a.txt',
    contentType: null,
    size,
    image: null,
    uploadId,
  });

  it('is not passed by 25 files that begin at once in two processes', async () => {
    const asked = Array.from({ length: 25 }, (_file, index) => reserve(index % 2 ? database : other, index, 100_000));
    const refusals = (await Promise.all(asked)).map(({ refusal }) => refusal);
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(10);
    expect(refusals.filter((refusal) => refusal === 'quota')).toHaveLength(15);
  });

  it('gives a repeated call the same place', async () => {
    const id = randomUUID();
    expect(await reserve(database, 1, MIB, id)).toEqual({ refusal: null });
    expect(await reserve(other, 1, MIB, id)).toEqual({ refusal: null });
    expect(await reserve(other, 1, 1)).toEqual({ refusal: 'quota' });
  });

  it('counts for complete files too, and the own place once', async () => {
    const id = randomUUID();
    await reserve(database, 1, 600_000, id);
    await expect(serviceOn(other).add(contextOf(2), file(500_000))).rejects.toMatchObject({
      code: 'REALM_UPLOAD_QUOTA',
    });
    await serviceOn(other).add(contextOf(1), file(600_000, id));
    expect(await reserve(database, 2, MIB - 600_000)).toEqual({ refusal: null });
  });

  it('is taken once by a file that is recorded again, also by two at once', async () => {
    const again = { ...file(MIB - 10), mayBeThere: true };
    const first = await serviceOn(database).add(contextOf(1), again);
    expect(await serviceOn(other).add(contextOf(1), again)).toEqual(first);
    await database.query('test_forget_space', 'DELETE FROM upload_space');
    const twice = { ...file(MIB - 10), mayBeThere: true };
    const [one, two] = await Promise.all([database, other].map((of) => serviceOn(of).add(contextOf(1), twice)));
    expect(one).toEqual(two);
    expect(await serviceOn(database).spaceLeft(contextOf(1))).toEqual({ left: 10 });
    await expect(serviceOn(other).add(contextOf(1), { ...again, mayBeThere: false })).rejects.toThrow();
  });

  it("is not freed by another user's word", async () => {
    const id = randomUUID();
    await reserve(database, 1, MIB, id);
    await serviceOn(database).release(contextOf(2), { uploadId: id });
    expect(await reserve(database, 2, 1)).toEqual({ refusal: 'quota' });
    await serviceOn(database).release(contextOf(1), { uploadId: id });
    expect(await reserve(database, 2, 1)).toEqual({ refusal: null });
  });

  it('is free again a day after an upload that nobody went on with, with its bytes', async () => {
    const [left, young] = [randomUUID(), randomUUID()];
    await reserve(database, 1, 1000, left);
    await reserve(database, 1, 1000, young);
    await files.put(`${RESUMABLE_PREFIX}${left}/info.json`, Buffer.from('{}'));
    await files.put(`${RESUMABLE_PREFIX}${young}/info.json`, Buffer.from('{}'));
    await database.query('test_age', `UPDATE open_upload SET created_at = now() - interval '25 hours' WHERE id = $1`, [
      left,
    ]);
    const environment = Object.assign(new MessagesEnvironment(), {
      STOA_UPLOAD_CLEANUP_SECONDS: 3600,
      STOA_UPLOAD_UNCLAIMED_SECONDS: 3600,
    });
    const log = createLogger({ service: 'messages', replica: 1, level: 'silent' });
    const repositories = [new AttachmentsRepository(database), new OpenUploadsRepository(database)] as const;
    const job = new AttachmentCleanupJob(database, ...repositories, files, environment, log);
    for (let round = 0; round < 2; round += 1) {
      await job.round();
      const rows = await database.query<{ id: string }>('test_open', 'SELECT id FROM open_upload');
      expect(rows.map(({ id }) => id)).toEqual([young]);
      const kept: string[] = [];
      for await (const { key } of files.list(RESUMABLE_PREFIX)) kept.push(key);
      expect(kept).toEqual([`${RESUMABLE_PREFIX}${young}/info.json`]);
    }
  });
});
