import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { nextFunctionsVersion, readFunctionsVersion, readSqlFunctions } from './migrations/sql-functions';

/** `npm run sql:snapshot`, from the repository's root: writes what follows from the SQL of the sources. */
function main(): void {
  const folder = path.resolve('libs/database/sql');
  const { functions } = readSqlFunctions(folder);
  const version = nextFunctionsVersion(readFunctionsVersion(folder), functions);
  writeFileSync(path.join(folder, 'functions.json'), `${JSON.stringify(version, null, 2)}\n`);
}

main();
