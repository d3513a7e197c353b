// For tests: `node tools/testing/standby.mjs FOLDER PORT PRIMARY_URL LOG` runs a standby on a base backup of the primary, as the user and
// with the settings that the launcher gives PostgreSQL, until it is told to stop or the process that started it is gone.
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPostgres } from '../launcher/postgres.mjs';

const [folder, port, primaryUrl, logFile] = process.argv.slice(2);
writeFileSync(path.join(folder, 'standby.signal'), '');
appendFileSync(path.join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
const password = decodeURIComponent(new URL(primaryUrl).password);
const given = { folder, port: Number(port), password, logFile, env: process.env, onChange: () => undefined };
const { supervised } = await createPostgres(given);

let stopping;
function stop() {
  stopping ??= supervised.stop(10_000).then(() => process.exit());
}
process.once('SIGTERM', stop);
process.once('disconnect', stop);
await supervised.start();
