import { migrate } from '@stoa/database';
import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { readMigrations } from '../../libs/database/src/migrations/schema-files';
import { type SqlFunctions, readSqlFunctions, sqlFunction } from '../../libs/database/src/migrations/sql-functions';
import { mistakesOf } from './migration-rules';
import { startLoad } from './load';
import { NEXT_FUNCTION, NEXT_RELEASE } from './next-release';

/** The migrations of this release plus `more` new ones. */
function releasesMigrations(more: number) {
  const migrations = readMigrations();
  const next = NEXT_RELEASE.slice(0, more).map(([name, value], index) => ({
    path: `2099123100000${index}_${name}`,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
  }));
  return { ...migrations, migrationDirectories: [...migrations.migrationDirectories, ...next] };
}

function nextFunctions(): SqlFunctions {
  const { version, functions } = readSqlFunctions();
  const { name: changed, change } = NEXT_FUNCTION;
  return {
    version: version + 1,
    functions: functions.map((each) => (each.name === changed ? sqlFunction(changed, change(each.text)) : each)),
  };
}

/** The next release's migrations are applied to the database of this one while it serves. */
describe('an upgrade', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await startCluster();
  }, 180_000);
  afterAll(() => cluster.stop());

  it('shows no client an error, before, during and after the migrations, and can be taken back', async () => {
    const { database_url: url } = cluster.description;
    const load = await startLoad(cluster);
    const someMore = async () => {
      const count = load.answers();
      await eventually(() => load.answers() >= count + 40 || load.failures.length > 0, { timeoutMs: 60_000 });
    };
    try {
      await someMore();
      for (const [index, [name]] of NEXT_RELEASE.entries()) {
        await migrate(url, { migrations: releasesMigrations(index + 1) });
        await someMore();
        expect([name, load.failures]).toEqual([name, []]);
      }
      const migrations = releasesMigrations(NEXT_RELEASE.length);
      const replaced = await migrate(url, { migrations, functions: nextFunctions() });
      expect(replaced).toEqual({ migrations: [], functions: [NEXT_FUNCTION.name] });
      await someMore();
    } finally {
      await load.stop();
    }
    expect(load.failures).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThan(10);
    // This release's processes start on the next one's database, as they do when the rollout is undone.
    for (const service of ['messages', 'users']) {
      await cluster.waitReplaced([cluster.kill(service, 1, 'SIGTERM')]);
    }
    const owner = cluster.client('owner');
    await owner.succeed('POST', '/messages', {
      type: 'direct',
      to: [cluster.accounts('owner')[0]?.user_id],
      content: 'x',
    });
  });

  it('is tested with migrations that keep to the rules', () => {
    expect(NEXT_RELEASE.flatMap(([, sql]) => mistakesOf(sql))).toEqual([]);
  });
});
