import type { Command } from 'commander';
import { loadEnvironment } from '@stoa/config';
import { ensureSystemBots, migrate, migrationText } from '@stoa/database';
import { ClusterSession } from '../base/cluster/cluster-session';
import { MigrationSettings } from '../base/cluster/tool-settings';
import { action } from '../base/command-line/action';
import { tableText } from '../base/command-line/output';
import { DemoDescription, DemoSeed } from './demo/demo-seed';

/** What `npm start`, Compose and the migration job of the manifests run before the services start. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('migrate the database to the schema of this release; safe to run several times at once')
    .action(
      action(async ({ session, output }) => {
        const { STOA_SYSTEM_BOT_DOMAIN: domain, STOA_DEMO: withDemo } = loadEnvironment(MigrationSettings);
        const applied = await migrate(session.databaseUrl);
        await ensureSystemBots(session.database, domain);
        const demo = withDemo ? await seedDemo(session) : undefined;
        const done = migrationText(applied);
        const answer = { applied: applied.migrations, functions: applied.functions, ...(demo ? { demo } : {}) };
        output.result(answer, demo ? `${done}\n${accountsText(demo)}` : done);
      }),
    );
}

/** Creates or completes the demo organization. @throws RefusedError if another one has its place; ConfigurationError */
function seedDemo({ database, apiKeySecret, address }: ClusterSession): Promise<DemoDescription> {
  return new DemoSeed(database, apiKeySecret, address.STOA_EXTERNAL_HOST).run();
}

function accountsText({ realm, accounts }: DemoDescription): string {
  const rows = accounts.map(({ role, email, api_key: key, password }) => ({
    role,
    email,
    key: key || null,
    password: password || null,
  }));
  return `accounts of ${realm.name}:\n${tableText(rows).trimEnd()}`;
}
