// For tests: `node tools/testing/postgres.mjs FOLDER PORT PASSWORD LOG [PRIMARY_URL]` runs a PostgreSQL server as the
// user and with the settings that the launcher gives it, until it is stopped or the process that started it is gone.
// With a PRIMARY_URL, FOLDER has a base backup of that primary, which the server then follows. STOA_TEST_POSTGRES has
// further settings of the server, as JSON.
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPostgres, ensureDatabase } from '../launcher/postgres.mjs';

const [folder, port, password, logFile, primaryUrl] = process.argv.slice(2);
if (primaryUrl) {
  writeFileSync(path.join(folder, 'standby.signal'), '');
  appendFileSync(path.join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
}
const own = JSON.parse(process.env.STOA_TEST_POSTGRES ?? '{}');
const given = { own, folder, port: Number(port), password, logFile, env: process.env, onChange: () => undefined };
const { supervised, url } = await createPostgres(given);

let stopping;
function stop() {
  stopping ??= supervised.stop(10_000).then(() => process.exit());
}
process.once('SIGTERM', stop);
process.once('disconnect', stop);
await supervised.start();
if (!primaryUrl) {
  await supervised.waitHealthy();
  await ensureDatabase(url);
}
process.send(url);
