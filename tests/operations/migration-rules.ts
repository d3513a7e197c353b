/** A migration, read as far as the rules go: its statements, without comments and function bodies. */
interface ReadMigration {
  statements: readonly string[];
  /** Tables that it makes: nobody uses them yet. */
  own: ReadonlySet<string>;
}

interface Rule {
  pattern: RegExp;
  why: string;
}

const NAME = '(?:ONLY )?"?(\\w+)"?';
/** Statements that no release may contain while another serves, on any table. */
const NEVER: readonly Rule[] = [
  { pattern: /^(TRUNCATE|LOCK|CLUSTER|VACUUM|REINDEX)\b/i, why: 'stops everybody who uses the table' },
  { pattern: /^DROP (FUNCTION|PROCEDURE|TYPE|SEQUENCE|VIEW|SCHEMA)\b/i, why: 'the release that serves may use it' },
  { pattern: /^ALTER TYPE\b.*\bRENAME\b/i, why: 'the release that serves knows the old name' },
  { pattern: /^(BEGIN|COMMIT|ROLLBACK)\b/i, why: 'a migration is one transaction already' },
  { pattern: /^SET\b.*\block_timeout\b/i, why: 'the patience of migrations is set in one place' },
];
/** Changes of a table that was there before. */
const OF_EXISTING: readonly Rule[] = [
  {
    pattern: /\bDROP COLUMN\b|\bDROP\b(?! (CONSTRAINT|NOT NULL|DEFAULT|EXPRESSION|COLUMN)\b)/i,
    why: 'contract in a later release: the one that serves reads it',
  },
  { pattern: /\bRENAME\b/i, why: 'the release that serves knows the old name' },
  { pattern: /\bALTER (COLUMN )?"?\w+"? (SET DATA )?TYPE\b/i, why: 'writes the whole table anew under a lock' },
  { pattern: /\bSET NOT NULL\b/i, why: 'the release that serves may write none, and the table is read under a lock' },
  {
    pattern: /\bADD (COLUMN )?(IF NOT EXISTS )?"?(?!CONSTRAINT\b)\w+"? (BIG|SMALL)?SERIAL\b/i,
    why: 'writes the whole table anew under a lock',
  },
  {
    pattern: /\bDEFAULT (gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\b/i,
    why: 'writes the whole table anew under a lock',
  },
  {
    pattern: /\bADD COLUMN (?![^,]*\bDEFAULT\b)[^,]*\bNOT NULL\b/i,
    why: 'the release that serves writes rows without it',
  },
  {
    pattern: /\bADD (CONSTRAINT "?\w+"? )?(FOREIGN KEY|CHECK)\b(?!.*\bNOT VALID\b)/i,
    why: 'reads the whole table under a lock; NOT VALID, and VALIDATE in a later migration',
  },
  {
    pattern: /\bADD (CONSTRAINT "?\w+"? )?(PRIMARY KEY|UNIQUE)\b(?! USING INDEX\b)/i,
    why: 'makes an index under a lock; CREATE UNIQUE INDEX CONCURRENTLY and USING INDEX',
  },
];

/**
 * What is wrong with a migration that is applied while the release before it serves (docs/operate/upgrade.md).
 * @returns a sentence per mistake, with the statement
 */
export function mistakesOf(sql: string): string[] {
  const migration = read(sql);
  return migration.statements.flatMap((statement) =>
    reasonsAgainst(statement, migration).map((why) => `${statement.slice(0, 120)}: ${why}`),
  );
}

function read(sql: string): ReadMigration {
  const plain = sql
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*.*?\*\//gs, '');
  const statements = plain
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const made = statements.map((statement) => /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement)?.[1]);
  return { statements, own: new Set(made.filter((name) => name !== undefined)) };
}

function reasonsAgainst(statement: string, migration: ReadMigration): string[] {
  const never = NEVER.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why);
  const altered = new RegExp(`^ALTER TABLE (?:IF EXISTS )?${NAME}`, 'i').exec(statement)?.[1];
  const dropped = new RegExp(`^DROP TABLE (?:IF EXISTS )?${NAME}`, 'i').exec(statement)?.[1];
  const written = new RegExp(`^(?:UPDATE|DELETE FROM) ${NAME}`, 'i').exec(statement)?.[1];
  const isForeign = (table: string | undefined): boolean => table !== undefined && !migration.own.has(table);
  return [
    ...never,
    ...(isForeign(altered) ? OF_EXISTING.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why) : []),
    ...(isForeign(dropped) ? ['contract in a later release: the one that serves reads it'] : []),
    ...(isForeign(written) ? ['rows are changed in batches by a job of the service that owns them'] : []),
    ...indexReasons(statement, migration),
  ];
}

function indexReasons(statement: string, { statements, own }: ReadMigration): string[] {
  const match = /^(?:CREATE (?:UNIQUE )?|DROP )INDEX (CONCURRENTLY )?.*?(?: ON (?:ONLY )?"?(\w+)"?|$)/i.exec(statement);
  if (!match) return [];
  const [, concurrently, table] = match;
  if (concurrently) return statements.length === 1 ? [] : ['CONCURRENTLY works alone in its migration only'];
  return table !== undefined && own.has(table) ? [] : ['stops writes to the table; CONCURRENTLY, alone in a migration'];
}
