import type { CreatedRealm } from '@stoa/database';
import { type Mail, MailDelayedError, Mailer } from '@stoa/mail';
import { Role } from '@stoa/policy';
import { UsersApplication } from '../../test-support/users-application';
import { ReactivationsService } from './reactivations.service';

const CALL = { requestId: 'reactivation', deadlineAt: Number.MAX_SAFE_INTEGER };
const URL_OF_REALM = 'https://back.chat.example';

describe('links by which organizations are active again', () => {
  let app: UsersApplication;
  let service: ReactivationsService;
  let realm: CreatedRealm;
  let realms = 0;
  const mails: Mail[] = [];

  beforeAll(async () => {
    app = await UsersApplication.start();
    service = app.get(ReactivationsService);
    const mailer = app.application.get(Mailer);
    vi.spyOn(mailer, 'isConfigured', 'get').mockReturnValue(true);
    vi.spyOn(mailer, 'send').mockImplementation(async (mail) => {
      if (mail.to.startsWith('unreachable')) throw new MailDelayedError('later', true, undefined);
      mails.push(mail);
    });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await app.stop();
  });

  beforeEach(async () => {
    mails.length = 0;
    realm = await app.createRealm(`back${++realms}`);
    await app.createAccounts(realm, [
      { fullName: 'Olga', deliveryEmail: 'olga@x.example', role: Role.Owner },
      { fullName: 'Otto', deliveryEmail: 'otto@x.example', role: Role.Owner },
      { fullName: 'Max', deliveryEmail: 'max@x.example', role: Role.Administrator },
    ]);
    await app.run(
      `UPDATE realm SET deactivated_at = now(), scheduled_deletion_at = now() + interval '20 days' WHERE id = $1`,
      [realm.id],
    );
  });

  const place = () => ({ realmId: realm.id, partition: realm.partition });
  const send = () => service.send(CALL, { ...place(), realmUrl: URL_OF_REALM });
  const keyOf = (address: string) => {
    const mail = mails.findLast(({ to }) => to === address);
    return /\/reactivate\/([0-9a-f]{40})$/m.exec(mail?.text ?? '')?.[1] ?? 'no key';
  };
  const isOpen = async (key: string, realmId = realm.id) => (await service.read(CALL, { realmId, key })).isOpen;
  const apply = async (key: string) => (await service.apply(CALL, { ...place(), key })).isActive;
  const state = async () => {
    const [row] = await app.run(
      'SELECT deactivated_at AS deactivated, scheduled_deletion_at AS deletion FROM realm WHERE id = $1',
      [realm.id],
    );
    return row;
  };

  it('go to its owners, and one works, once', async () => {
    expect(await send()).toEqual({ sent: 2 });
    expect(mails.map(({ to }) => to).sort()).toEqual(['olga@x.example', 'otto@x.example']);
    expect(mails[0]).toMatchObject({ organization: { name: 'Test', url: URL_OF_REALM }, provesAddress: true });
    const [olga, otto] = [keyOf('olga@x.example'), keyOf('otto@x.example')];
    expect([await isOpen(olga), await isOpen(otto)]).toEqual([true, true]);
    expect((await state())?.deactivated).not.toBeNull();
    expect(await apply(olga)).toBe(true);
    expect(await state()).toEqual({ deactivated: null, deletion: null });
    expect([await isOpen(olga), await isOpen(otto), await apply(olga), await apply(otto)]).toEqual(
      Array.from({ length: 4 }, () => false),
    );
    await app.run('UPDATE realm SET deactivated_at = now() WHERE id = $1', [realm.id]);
    expect([await isOpen(olga), await isOpen(otto)]).toEqual([false, false]);
  });

  it('are secret, and only as old as a day', async () => {
    await send();
    const key = keyOf('olga@x.example');
    const rows = await app.run('SELECT confirmation::text AS stored FROM confirmation WHERE realm_id = $1', [realm.id]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(key);
    await app.run(`UPDATE confirmation SET expires_at = expires_at - interval '1 day' WHERE realm_id = $1`, [realm.id]);
    expect([await isOpen(key), await apply(key)]).toEqual([false, false]);
    expect((await state())?.deactivated).not.toBeNull();
  });

  it('lead nowhere after newer ones, in other organizations, and for who is no owner any more', async () => {
    await send();
    const old = keyOf('olga@x.example');
    await send();
    const [olga, otto] = [keyOf('olga@x.example'), keyOf('otto@x.example')];
    expect([await isOpen(old), await isOpen(olga)]).toEqual([false, true]);
    expect(await isOpen(olga, realm.id - 1)).toBe(false);
    await app.run(`UPDATE account SET role = 400 WHERE realm_id = $1 AND delivery_email = 'olga@x.example'`, [
      realm.id,
    ]);
    await app.run(`UPDATE account SET is_active = false WHERE realm_id = $1 AND full_name = 'Otto'`, [realm.id]);
    expect([await isOpen(olga), await apply(olga), await isOpen(otto)]).toEqual([false, false, false]);
  });

  it('are not sent for an organization in use, and the other owners get theirs if one gets none', async () => {
    await app.run(
      `UPDATE account SET delivery_email = 'unreachable@x.example' WHERE realm_id = $1 AND full_name = 'Otto'`,
      [realm.id],
    );
    expect(await send()).toEqual({ sent: 1 });
    await app.run('UPDATE realm SET deactivated_at = NULL WHERE id = $1', [realm.id]);
    await expect(send()).rejects.toThrow('This organization is active, or has no owner whose account is.');
  });
});
