import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreatedRealm } from '@stoa/database';
import { UsersApplication } from '../../test-support/users-application';
import { PasswordHasher } from '../accounts/password-hasher';
import { KeyFetchesService } from '../api-keys/key-fetches.service';
import { SessionsService } from '../sessions/sessions.service';
import { PasswordResetsService } from './password-resets.service';

const OLD = 'quartz7-lemur-42';
const NEW = 'granite3-otter-77';
/** Of a page, which has no actor. */
const CALL = { requestId: 'reset', deadlineAt: Number.MAX_SAFE_INTEGER };
const URL_OF_REALM = 'http://chat.example.com';
const UNKNOWN = { status: 404, data: { reason: 'unknown' } };
const USED = { status: 404, data: { reason: 'used' } };

interface SentMail {
  to: string;
  subject: string;
  text: string;
  timezone: string;
  headers: Record<string, string>;
}

describe('forgotten passwords', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let other: CreatedRealm;
  let service: PasswordResetsService;
  let folder = '';
  let passwordHash = '';
  let count = 0;
  /** Each has a name of its own. */
  let statements = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stoa-mail-'));
    app = await UsersApplication.start({ STOA_MAIL_URL: pathToFileURL(folder).href });
    realm = await app.createRealm();
    other = await app.createRealm('other');
    service = app.get(PasswordResetsService);
    passwordHash = await app.get(PasswordHasher).hash(realm.id, OLD);
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true });
  });

  const createAccount = async (of = realm): Promise<{ id: number; email: string }> => {
    const email = `Forgetful${++count}@example.com`;
    const [id = 0] = await app.createAccounts(of, [
      { fullName: `Forgetful ${count}`, deliveryEmail: email, passwordHash },
    ]);
    return { id, email };
  };
  const run = (sql: string, values: unknown[]) => app.database.query(`test_reset_${++statements}`, sql, values);
  const mailsTo = async (address: string): Promise<SentMail[]> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
    const mails: SentMail[] = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8'))),
    );
    return mails.filter(({ to }) => to === address);
  };
  const send = (email: string) =>
    service.send(CALL, { realm_id: realm.id, partition: realm.partition, realm_url: URL_OF_REALM, email });
  /** The key in the last mail to an address. */
  const keyFor = async (email: string): Promise<string> => {
    const known = new Set((await mailsTo(email)).map(({ text }) => text));
    await send(email);
    const text = (await mailsTo(email)).find((mail) => !known.has(mail.text))?.text ?? '';
    return /\/accounts\/password\/reset\/([0-9a-f]{40})\/$/m.exec(text)?.[1] ?? 'no key';
  };
  const open = (key: string, of = realm) => service.open(CALL, { realm_id: of.id, key });
  const set = (key: string, password = NEW) =>
    service.set(CALL, {
      ...{ realm_id: realm.id, partition: realm.partition, realm_url: URL_OF_REALM },
      ...{ key, new_password: password },
    });
  const signIn = (username: string, password: string) =>
    app.get(SessionsService).open(CALL, {
      ...{ realm_id: realm.id, ip_address: '203.0.113.7', user_agent: '', replaced_session_id: null },
      ...{ username, password },
    });
  const live = async (table: 'user_session' | 'api_key', id: number): Promise<number> => {
    const end = table === 'api_key' ? 'revoked_at' : 'ended_at';
    return (await run(`SELECT FROM ${table} WHERE user_id = $1 AND ${end} IS NULL`, [id])).length;
  };

  it('are set anew by a link, once; sessions and keys end, and a mail says so', async () => {
    const { id, email } = await createAccount();
    await signIn(email, OLD);
    await app.get(KeyFetchesService).fetch(CALL, { realm_id: realm.id, username: email, password: OLD });
    expect([await live('user_session', id), await live('api_key', id)]).toEqual([1, 1]);
    const key = await keyFor(email);
    expect(await open(key)).toEqual({ email, full_name: `Forgetful ${count}` });
    expect(await set(key)).toEqual({ email });
    expect([await live('user_session', id), await live('api_key', id)]).toEqual([0, 0]);
    await expect(signIn(email, OLD)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    await signIn(email, NEW);
    await expect(open(key)).rejects.toMatchObject(USED);
    await expect(set(key, OLD)).rejects.toMatchObject(USED);
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toContain(`Your password for ${URL_OF_REALM} has been changed`);
    expect(mails.map(({ headers }) => headers['List-Id'])).toEqual(mails.map(() => 'Test <chat.example.com>'));
  });

  it('are dated by the zone of who has the address', async () => {
    const { id, email } = await createAccount();
    await run("UPDATE account SET timezone = 'Asia/Tokyo' WHERE id = $1", [id]);
    await set(await keyFor(email));
    expect((await mailsTo(email)).map(({ timezone }) => timezone)).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
    await send('nobody-at-all@example.com');
    expect(await mailsTo('nobody-at-all@example.com')).toMatchObject([{ timezone: '' }]);
  });

  it('keep their links secret: only a hash is stored', async () => {
    const { id, email } = await createAccount();
    const key = await keyFor(email);
    const rows = await run('SELECT confirmation::text AS stored FROM confirmation WHERE user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(key).toString('hex'));
  });

  it('have links of a day, of which the newest works', async () => {
    const { id, email } = await createAccount();
    const first = await keyFor(email);
    const second = await keyFor(email);
    await expect(open(first)).rejects.toMatchObject({ status: 404, data: { reason: 'expired' } });
    await open(second);
    const left = await run(
      'SELECT extract(epoch FROM max(expires_at) - now())::int AS seconds FROM confirmation WHERE user_id = $1',
      [id],
    );
    expect(left[0]?.seconds).toBeGreaterThan(86_300);
    await run('UPDATE confirmation SET expires_at = now() WHERE user_id = $1', [id]);
    await expect(set(second)).rejects.toMatchObject({ status: 404, data: { reason: 'expired' } });
    await signIn(email, OLD);
  });

  it.each([
    ['another password', "password_hash = 'another'", USED],
    ['another address', "delivery_email = 'moved-' || delivery_email", USED],
    ['been deactivated', 'is_active = false', UNKNOWN],
  ])('are not set by a link whose account has got %s', async (_what, change, refusal) => {
    const { id, email } = await createAccount();
    const key = await keyFor(email);
    await run(`UPDATE account SET ${change} WHERE id = $1`, [id]);
    await expect(open(key)).rejects.toMatchObject(refusal);
    await expect(set(key)).rejects.toMatchObject(refusal);
  });

  it('are set once when two ask at the same time', async () => {
    const { email } = await createAccount();
    const key = await keyFor(email);
    const results = await Promise.allSettled([set(key), set(key, `${NEW}-too`)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('must be strong; the link works on', async () => {
    const { email } = await createAccount();
    const key = await keyFor(email);
    for (const weak of ['abc', 'password', email]) {
      await expect(set(key, weak)).rejects.toMatchObject({ message: 'The password is too weak.', status: 400 });
    }
    await set(key);
  });

  it('of other organizations have links of their own', async () => {
    const { email } = await createAccount();
    const key = await keyFor(email);
    await expect(open(key, other)).rejects.toMatchObject(UNKNOWN);
    await expect(open('f'.repeat(40))).rejects.toMatchObject(UNKNOWN);
  });

  it.each([
    ['somebody whose account is deactivated', 'has been deactivated'],
    ['somebody of another organization', 'accounts in these organizations:\n\n- Test: http://other.chat.example.com'],
    ['nobody', 'No account has this address.'],
  ])('send a mail without a link to %s, and answer alike', async (who, text) => {
    const { id, email } = await createAccount(who.includes('another') ? other : realm);
    if (who.includes('deactivated')) await run('UPDATE account SET is_active = false WHERE id = $1', [id]);
    const address = who === 'nobody' ? `nobody${email}` : email;
    expect(await send(address)).toBeUndefined();
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(text);
    expect(mails[0]?.text).not.toContain('/accounts/password/reset/');
  });

  it('are not asked for with what is no address, nor where there are no passwords', async () => {
    await expect(send('nonsense')).rejects.toMatchObject({ message: 'Enter a valid email address.' });
    await run(`UPDATE realm SET authentication_methods = '{"Email": false}' WHERE id = $1`, [other.id]);
    const { email } = await createAccount(other);
    const request = { realm_id: other.id, partition: other.partition, realm_url: URL_OF_REALM, email };
    await expect(service.send(CALL, request)).rejects.toMatchObject({ code: 'PASSWORD_AUTH_DISABLED', status: 401 });
    expect(await mailsTo(email)).toEqual([]);
    await run(`UPDATE realm SET authentication_methods = '{"Email": true}' WHERE id = $1`, [other.id]);
  });
});
