import { CreatedRealm } from '@stoa/database';
import { UsersApplication } from '../../test-support/users-application';
import { FullMemberPromotionJob } from './full-member-promotion.job';
import { UpdateRealmService } from './update-realm.service';

describe('the group of full members', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let owner = 0;
  let member = 0;
  let newcomer = 0;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    [owner = 0, member = 0, newcomer = 0] = await app.createAccounts(realm, [
      { fullName: 'Olive Owner', deliveryEmail: 'olive@example.com', role: 100 },
      { fullName: 'Max Member', deliveryEmail: 'max@example.com' },
      { fullName: 'Nina Newcomer', deliveryEmail: 'nina@example.com' },
    ]);
  });
  afterAll(() => app.stop());

  const full = async (): Promise<number[]> => {
    const rows = await app.database.query<{ user_id: number }>(
      'test_full_members',
      'SELECT user_id FROM group_membership WHERE group_id = $1 ORDER BY 1',
      [realm.groups['role:fullmembers']],
    );
    return rows.map((row) => row.user_id);
  };
  const wait = async (days: number): Promise<void> => {
    await app.get(UpdateRealmService).update(await app.contextOf(owner), { waiting_period_threshold: days });
  };

  it('takes in who has waited long enough, now and then and when the period changes', async () => {
    expect(await full()).toEqual([member, newcomer]);
    await wait(3);
    expect(await full()).toEqual([]);
    await app.get(FullMemberPromotionJob).round();
    expect(await full()).toEqual([]);
    await app.database.query('test_age', `UPDATE account SET date_joined = now() - interval '3 days' WHERE id = $1`, [
      member,
    ]);
    await app.get(FullMemberPromotionJob).round();
    expect(await full()).toEqual([member]);
    await app.get(FullMemberPromotionJob).round();
    expect(await full()).toEqual([member]);
    await wait(0);
    expect(await full()).toEqual([member, newcomer]);
  });
});
