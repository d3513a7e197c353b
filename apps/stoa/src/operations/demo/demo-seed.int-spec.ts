import { randomBytes } from 'node:crypto';
import { Database, ensureSystemBots } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { DemoSeed } from './demo-seed';

const SECRET = 'demo-seed-secret-of-32-characters';

describe('the demo organization', () => {
  let servers: TestServers;
  let database: Database;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    await ensureSystemBots(database, 'stoa.invalid');
  });
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const seed = (secret = SECRET) => new DemoSeed(database, secret, 'localhost').run();

  it('is found again by a later start, whoever logged in or renewed a key meanwhile', async () => {
    const first = await seed();
    const [owner, other] = first.accounts;
    if (!owner || !other) throw new Error('the demo organization has no accounts');
    // As POST /fetch_api_key does: one more key, newer than the demo's.
    await database.query('test_login', `INSERT INTO api_key (user_id, key_hash, prefix) VALUES ($1, $2, 'abcd')`, [
      owner.user_id,
      randomBytes(32),
    ]);
    expect(await seed()).toEqual(first);
    await database.query('test_renewal', 'UPDATE api_key SET revoked_at = now() WHERE user_id = $1', [other.user_id]);
    const later = await seed();
    expect(later.accounts.map((account) => account.api_key)).toEqual(
      first.accounts.map((account) => (account.user_id === other.user_id ? '' : account.api_key)),
    );
  });

  it('belongs to one data directory', async () => {
    await expect(seed('another-secret-of-32-characters--')).rejects.toThrow(/belongs to another data directory/);
  });
});
