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

  /** Mails of the first days that are ordered for the account. */
  const onboarding = (email: string) =>
    inDatabase(cluster, (database) =>
      database.query<{ kind: string; days: number }>(
        'test_onboarding',
        `SELECT j.kind, extract(epoch FROM j.due_at - now())::float8 / 86400 AS days
         FROM mail_job j JOIN account a ON a.id = j.user_id
         WHERE a.delivery_email = $1 AND j.kind LIKE 'onboarding%' ORDER BY j.id`,
        [email],
      ),
    );

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
    const link = pathOf(/<(\S+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
    expect((await visit(cluster, host, link, {})).text).toContain('no more mails about new logins');
    const { user_settings } = await person.client.succeed('POST', '/register', { event_types: ['user_settings'] });
    expect(user_settings.enable_login_emails).toBe(false);
  });

  it('tell newcomers what they can do, until they want no more of it', async () => {
    const { owner, host, subdomain } = await createOrganization(cluster);
    await owner.client.succeed('PATCH', '/realm', { org_type: 10 });
    await inDatabase(cluster, (database) =>
      database.query('test_creator', 'UPDATE account SET can_create_users = true WHERE id = $1', [owner.userId]),
    );
    const email = `newcomer-${subdomain}@people.example`;
    const password = 'quartz7-lemur-42';
    await owner.client.succeed('POST', '/users', { email, full_name: `New ${subdomain}`, password });
    const [topics, guide] = await onboarding(email);
    expect([topics?.kind, guide?.kind]).toEqual(['onboarding_topics', 'onboarding_guide']);
    expect(topics?.days).toBeGreaterThan(1.9);
    expect(guide?.days).toBeLessThan(8);
    await inDatabase(cluster, (database) =>
      database.query(
        'test_topics_now',
        `UPDATE mail_job SET created_at = now(), due_at = now() - interval '5 seconds' WHERE kind = 'onboarding_topics'
         AND user_id = (SELECT id FROM account WHERE delivery_email = $1)`,
        [email],
      ),
    );
    const mail = await eventually(async () =>
      (await mailsTo(cluster, email)).find(({ subject }) => subject.startsWith('How topics keep conversations apart')),
    );
    const link = pathOf(/<(\S+)>/.exec(mail.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
    expect((await visit(cluster, host, link)).text).toContain('no more mails for newcomers');
    // The order goes once the mail is handed over.
    await eventually(async () => (await onboarding(email)).length === 1);
    expect((await visit(cluster, host, link, {})).text).toContain('You will get no more mails for newcomers');
    expect(await onboarding(email)).toEqual([]);
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
    // What was not wanted was not ordered either; the order of what was goes once the mail is handed over.
    await eventually(async () => {
      const ordered = await inDatabase(cluster, (database) =>
        database.query(
          'test_ordered',
          "SELECT FROM mail_job WHERE kind = 'welcome' AND realm_id = (SELECT id FROM realm WHERE string_id = $1)",
          [subdomain],
        ),
      );
      return ordered.length === 0;
    });
    expect(await mailsTo(cluster, email)).toHaveLength(count);
    expect(await onboarding(email)).toHaveLength(count);
  });
});
