import { TestClient, type TestCluster } from '@stoa/testing';
import { inDatabase } from './database';
import { expectError } from './expectations';
import { createOrganization } from './organizations';

/** A call that gets people in is refused where there is no organization, no passwords, and after deactivation. */
export async function expectClosedElsewhere(
  cluster: TestCluster,
  page: TestClient,
  [path, fields]: [path: string, fields: Record<string, string>],
): Promise<void> {
  const nowhere = new TestClient(page.baseUrl, undefined, `none.${new URL(page.baseUrl).host}`).browser();
  expectError(await nowhere.post(path, fields), 'Invalid subdomain', { status: 404, code: 'NONEXISTENT_SUBDOMAIN' });
  const closing = await createOrganization(cluster);
  await inDatabase(cluster, (database) =>
    database.query(
      'test_no_passwords_here',
      `UPDATE realm SET authentication_methods = '{"Email": false, "Dev": true}' WHERE id = $1`,
      [closing.id],
    ),
  );
  const disabled = await closing.anonymous.browser().post(path, fields);
  expect([disabled.status, disabled.body.code]).toEqual([401, 'PASSWORD_AUTH_DISABLED']);
  await closing.owner.client.succeed('POST', '/realm/deactivate');
  const closed = await closing.anonymous.browser().post(path, fields);
  expect([closed.status, closed.body.code]).toEqual([401, 'REALM_DEACTIVATED']);
}
