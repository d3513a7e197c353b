import type { LdapConfig } from '@stoa/contracts/users';
import type { CreatedRealm } from '@stoa/database';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import { DirectoryServer } from '../../test-support/directory-server';
import { LdapOrganization, peopleOf } from '../../test-support/ldap-organization';
import { UsersApplication } from '../../test-support/users-application';
import { LdapAccounts } from './ldap-accounts';
import { LdapConnection } from './ldap-connection';
import { LdapDirectoriesRepository } from './ldap-directories.repository';
import { LdapMetrics } from './ldap-metrics';
import { LdapSync } from './ldap-sync';
import { LdapSyncJob } from './ldap-sync.job';

describe('a directory that is due', () => {
  let app: UsersApplication;
  let server: DirectoryServer;
  let organization: LdapOrganization;
  let realm: CreatedRealm;
  let config: LdapConfig;
  let realms = 0;

  beforeAll(async () => {
    [app, server] = await Promise.all([UsersApplication.start(), DirectoryServer.start()]);
    config = peopleOf(server);
  });
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    organization = await LdapOrganization.create(app, `due${++realms}`);
    ({ realm } = organization);
    await organization.set(config);
    await run("UPDATE ldap_directory SET due_at = now() + interval '1 day' WHERE realm_id <> $1", [realm.id]);
  });

  const run = (sql: string, values: unknown[] = []) => app.run(sql, values);
  const state = async () => {
    const sql = 'SELECT synced_at, problem, due_at <= now() AS is_due FROM ldap_directory WHERE realm_id = $1';
    return (await run(sql, [realm.id]))[0];
  };
  const parts = () => ({
    repository: app.get(LdapDirectoriesRepository),
    sync: app.get(LdapSync),
    metrics: app.get(LdapMetrics),
    log: app.application.get<Logger>(LOGGER),
  });

  it('is followed by one replica at a time, and its failures are those of the task', async () => {
    const job = app.get(LdapSyncJob);
    await run("UPDATE ldap_directory SET claimed_until = now() + interval '1 minute' WHERE realm_id = $1", [realm.id]);
    await job.round();
    expect(await state()).toMatchObject({ synced_at: null });
    await run('UPDATE ldap_directory SET claimed_until = NULL WHERE realm_id = $1', [realm.id]);
    await job.round();
    expect(await state()).toMatchObject({ synced_at: expect.any(Date), problem: null, is_due: false });
    await run(
      "UPDATE ldap_directory SET due_at = now(), config = jsonb_set(config, '{urls}', '[\"ldap://127.0.0.1:1\"]') WHERE realm_id = $1",
      [realm.id],
    );
    await expect(job.round()).rejects.toThrow(`organization ${realm.id}: the directory cannot be asked`);
    expect(await state()).toMatchObject({ problem: expect.stringContaining('cannot be asked'), is_due: false });
  });

  describe('is followed as long as nobody else does, which', () => {
    const dueState = async () => {
      const sql = `SELECT synced_at, claimed_until IS NOT NULL AS is_claimed, due_at <= now() AS is_due
                   FROM ldap_directory WHERE realm_id = $1`;
      return (await run(sql, [realm.id]))[0];
    };
    /** Two accounts whose names differ. */
    const prepare = async (uids: string[]) => {
      for (const uid of uids) await server.addPerson(uid);
      const accounts = uids.map((uid) => ({ fullName: 'Another name', deliveryEmail: `${uid}@x.example` }));
      await app.createAccounts(realm, accounts);
    };

    it('a process says that stops in the middle: another goes on', async () => {
      await prepare(['una', 'ulf']);
      const { repository, sync: syncs, metrics, log } = parts();
      const job = new LdapSyncJob(repository, syncs, metrics, log);
      let stopped: Promise<void> | undefined;
      const apply = vi.spyOn(app.get(LdapAccounts), 'apply').mockImplementationOnce(async () => {
        stopped = job.beforeApplicationShutdown();
        return null;
      });
      await job.round();
      await stopped;
      expect(apply).toHaveBeenCalledTimes(1);
      apply.mockRestore();
      expect(await dueState()).toEqual({ synced_at: null, is_claimed: false, is_due: true });
      await app.get(LdapSyncJob).round();
      expect(await dueState()).toEqual({ synced_at: expect.any(Date), is_claimed: false, is_due: false });
      expect(await organization.account('una@x.example')).toMatchObject({ full_name: 'Name of una' });
    });

    it('ends when the claim is another’s, which is left to the other', async () => {
      await prepare(['uwe']);
      const { repository } = parts();
      const read = repository.accounts.bind(repository);
      const late = vi.spyOn(repository, 'accounts').mockImplementationOnce(async (realmId) => {
        await run("UPDATE ldap_directory SET claimed_until = now() + interval '1 hour' WHERE realm_id = $1", [realmId]);
        return read(realmId);
      });
      await app.get(LdapSyncJob).round();
      late.mockRestore();
      expect(await dueState()).toEqual({ synced_at: null, is_claimed: true, is_due: true });
      expect(await organization.account('uwe@x.example')).toMatchObject({ full_name: 'Another name' });
    });
  });

  it('is counted by how looks at it end', async () => {
    const counts = async () => {
      const text = await app.get(Metrics).text(['stoa_ldap_syncs_total']);
      return ['followed', 'refused', 'failed'].map((outcome) =>
        Number(new RegExp(`outcome="${outcome}"[^}]*\\} (\\d+)`).exec(text)?.[1]),
      );
    };
    const [followed = NaN, refused = NaN, failed = NaN] = await counts();
    await app.get(LdapSyncJob).round();
    expect(await counts()).toEqual([followed + 1, refused, failed]);
    const open = vi.spyOn(LdapConnection, 'open').mockRejectedValueOnce(new Error('away'));
    await run('UPDATE ldap_directory SET due_at = now() WHERE realm_id = $1', [realm.id]);
    await expect(app.get(LdapSyncJob).round()).rejects.toThrow('away');
    open.mockRestore();
    expect(await counts()).toEqual([followed + 1, refused, failed + 1]);
  });
});
