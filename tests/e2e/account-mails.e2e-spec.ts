import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { inDatabase } from '../support/database';
import { mailsTo } from '../support/mail';
import { createOrganization } from '../support/organizations';
import { pathOf, visit } from '../support/pages';
import { Person } from '../support/people';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** mail-and-integrations.md 3 */
describe('mails about accounts', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await sharedCluster();
  });

  const signIn = async ({ client, email: username }: Person, userAgent: string) => {
    const answer = await client.browser().post('/dev_login', { username }, { headers: { 'user-agent': userAgent } });
    expect(answer.status).toBe(200);
  };

  it('tell of a login from a new browser, once, and not of a young account', async () => {
    const { host, createPerson } = await createOrganization(cluster);
    const person = await createPerson('Lena');
    const mails = () => mailsTo(cluster, person.email);
    await signIn(person, FIREFOX);
    await inDatabase(cluster, (database) =>
      database.query('test_older', "UPDATE account SET date_joined = now() - interval '1 day' WHERE id = $1", [
        person.userId,
      ]),
    );
    await signIn(person, FIREFOX);
    await signIn(person, CHROME);
    await signIn(person, CHROME);
    await eventually(async () => (await mails()).length > 0);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'New login from Chrome on Windows', toName: person.fullName });
    expect(mail?.text).toContain('IP address: 127.0.0.1');
    const link = pathOf(/<(\S+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '');
    expect((await visit(cluster, host, link, {})).text).toContain('no more mails about new logins');
    const { user_settings } = await person.client.succeed('POST', '/register', { event_types: ['user_settings'] });
    expect(user_settings.enable_login_emails).toBe(false);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('welcome who joins, where the organization wants that: %s', async (isWanted, count) => {
    const { owner, subdomain } = await createOrganization(cluster, { send_welcome_emails: isWanted });
    await inDatabase(cluster, (database) =>
      database.query('test_creator', 'UPDATE account SET can_create_users = true WHERE id = $1', [owner.userId]),
    );
    const email = `new-${subdomain}@people.example`;
    const password = 'quartz7-lemur-42';
    await owner.client.succeed('POST', '/users', { email, full_name: `New ${subdomain}`, password });
    if (count > 0) await eventually(async () => (await mailsTo(cluster, email)).length > 0);
    // What was not wanted was not ordered either.
    const ordered = await inDatabase(cluster, (database) =>
      database.query(
        'test_ordered',
        "SELECT FROM mail_job WHERE kind = 'welcome' AND realm_id = (SELECT id FROM realm WHERE string_id = $1)",
        [subdomain],
      ),
    );
    expect(ordered.length + (await mailsTo(cluster, email)).length).toBe(count);
  });
});
