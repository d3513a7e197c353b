import { Database, createRealm, lockRealm, setKeys } from '@stoa/database';
import type { Logger } from '@stoa/observability';
import { TestServers, startServers } from '@stoa/testing';
import { PushEnvironment } from '../push.environment';
import type { RelayClient } from './relay-client';
import { RelayRealmsRepository } from './relay-realms.repository';
import type { RelayPushStatus, UploadedRealm } from './relay-requests';
import { RealmStatusRepository } from './realm-status.repository';
import { RealmStatusService } from './realm-status.service';
import { RealmUploadJob } from './realm-upload.job';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() } as unknown as Logger;

/** push.md 7.4 and 7.5. */
describe('RealmUploadJob', () => {
  let servers: TestServers;
  let database: Database;
  let realm: { id: number; partition: number };
  let job: RealmUploadJob;
  let statuses: RealmStatusService;
  let uploads: UploadedRealm[][];
  let said: RelayPushStatus;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl, size: 2, applicationName: 'test' });
    realm = await createRealm(database, { subdomain: 'hall', name: 'Hall', authenticationMethods: {} });
    const environment = Object.assign(new PushEnvironment(), {
      STOA_EXTERNAL_HOST: 'chat.example',
      STOA_EXTERNAL_SCHEME: 'https',
    });
    const relay = {
      isConfigured: true,
      upload: (realms: UploadedRealm[]) => {
        uploads.push(realms);
        return Promise.resolve({ kind: 'ok', value: Object.fromEntries(realms.map(({ uuid }) => [uuid, said])) });
      },
    } as unknown as RelayClient;
    const repository = new RealmStatusRepository(database);
    statuses = new RealmStatusService(database, repository);
    job = new RealmUploadJob(relay, new RelayRealmsRepository(database, environment), statuses, repository, log);
  });
  afterAll(async () => {
    await database.close();
    await servers.stop();
  });
  beforeEach(() => {
    uploads = [];
    said = { can_push: true, expected_end_timestamp: 1_900_000_000 };
  });

  const events = async (): Promise<unknown[]> => {
    const rows = await database.query<{ body: string }>('test_outbox', 'SELECT body FROM outbox ORDER BY id');
    return rows.flatMap(({ body }) => JSON.parse(body).events.map(({ event }: { event: unknown }) => event));
  };
  const setting = (property: string, value: unknown) => ({ type: 'realm', op: 'update', property, value });

  it('uploads organizations hourly and after changes, and tells what the relay says of them', async () => {
    await job.round();
    expect(uploads).toEqual([]);
    await database.query('test_age', `UPDATE realm SET date_created = now() - interval '2 hours' WHERE id = $1`, [
      realm.id,
    ]);
    await job.round();
    await job.round();
    expect(uploads).toEqual([
      [expect.objectContaining({ id: realm.id, host: 'hall.chat.example', url: 'https://hall.chat.example' })],
    ]);
    const context = { realmId: realm.id, partition: realm.partition };
    await database.write(context, [lockRealm(realm.id, 'exclusive')], async (tx) => {
      await tx.query(`UPDATE realm SET name = 'Another' WHERE id = $1`, [realm.id]);
      tx.bump(setKeys.realmSettings(realm.id));
    });
    said = { can_push: true, expected_end_timestamp: null };
    await job.round();
    await job.round();
    expect(uploads.slice(1)).toEqual([[expect.objectContaining({ name: 'Another' })]]);
    await statuses.recordDenied({ ...realm, uuid: '' });
    await statuses.recordDenied({ ...realm, uuid: '' });
    expect(await events()).toEqual([
      setting('push_notifications_enabled', true),
      setting('push_notifications_enabled_end_timestamp', 1_900_000_000),
      setting('push_notifications_enabled_end_timestamp', null),
      setting('push_notifications_enabled', false),
    ]);
  });
});
