import { UsersApplication } from '../../test-support/users-application';
import { EarlierSignUpsService } from './earlier-sign-ups.service';

const CALL = { requestId: 'earlier', deadlineAt: Number.MAX_SAFE_INTEGER };
const KEY = 'invited-by-the-release-before';

describe('sign-up pages of the release before', () => {
  let app: UsersApplication;

  beforeAll(async () => {
    app = await UsersApplication.start();
  });
  afterAll(() => app.stop());

  it('are served until its last gateway is gone', async () => {
    const realm = await app.createRealm();
    const [inviter] = await app.createAccounts(realm, [
      { fullName: 'Inviter', deliveryEmail: 'inviter@people.example' },
    ]);
    await app.database.query(
      'test_invite',
      `INSERT INTO invitation (realm_id, email, confirmation_key, invited_by_user_id, invited_as)
       VALUES ($1, 'new@people.example', $2, $3, 400)`,
      [realm.id, KEY, inviter],
    );
    const service = app.get(EarlierSignUpsService);
    const opened = await service.open(CALL, { realmId: realm.id, key: KEY, isMultiuse: false });
    expect(opened).toEqual({ organization: 'Test', email: 'new@people.example' });
    const place = { realmId: realm.id, partition: realm.partition, realmHost: 'chat.example.com' };
    const request = { ...place, realmUrl: 'http://chat.example.com', email: 'no address', linkKey: null };
    await expect(service.request(CALL, request)).rejects.toMatchObject({ status: 400 });
    const password = 'quartz7-lemur-42';
    const made = await service.signUp(CALL, { ...place, key: KEY, fullName: 'Newcomer', password });
    const rows = await app.database.query(
      'test_made',
      'SELECT full_name, (SELECT count(*) FROM user_session s WHERE s.user_id = a.id)::int AS sessions FROM account a WHERE id = $1',
      [made.user_id],
    );
    expect(rows).toEqual([{ full_name: 'Newcomer', sessions: 0 }]);
    await expect(service.signUp(CALL, { ...place, key: KEY, fullName: 'Again', password })).rejects.toMatchObject({
      status: 404,
    });
  });
});
