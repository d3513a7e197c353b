import path from 'node:path';
import { TestServers, startServers } from '@stoa/testing';
import type { PoolClient } from 'pg';
import { TransactionPool, createPool } from './pool';
import { type Catalog, readCatalog } from './test-support/statements/catalog';
import { checkStatement, resultOf, widenTables } from './test-support/statements/check-statement';
import { type Statement, type Statements, collectStatements } from './test-support/statements/collect-statements';
import { DYNAMIC, NULLS } from './test-support/statements/exceptions';
import { isProductFile, productProgram } from './test-support/statements/product-program';

const root = path.resolve(__dirname, '../../..');
const MADE_UP = path.join(root, 'libs/database/src/test-support/made-up.ts');
/** Statements with one mistake each, read as if they were a file of the product. */
const MISTAKES = `
import { Database } from '../database';

const COLUMNS = 'user_id, position';
const tables = { a: 'account', b: 'realm' };

export class MadeUp {
  constructor(private readonly database: Database) {}

  right = () => this.database.query<{ user_id: number; position: number }>('n', \`SELECT \${COLUMNS} FROM read_position\`);
  rightToo = (isNew: boolean) =>
    this.rows<{ id: number; name: string | null }>(isNew ? 'NOT deactivated' : 'deactivated');
  unknownColumn = () => this.database.query('n', 'SELECT user FROM read_position WHERE positions = 1');
  unknownTable = () => this.database.query('n', 'DELETE FROM read_positions');
  misspelt = () => this.database.query<{ userId: number }>('n', 'SELECT user_id FROM read_position');
  missing = () => this.database.query<{ user_id: number; position: number }>('n', 'SELECT user_id FROM read_position');
  numberAsText = () => this.database.query<{ user_id: string }>('n', 'SELECT user_id FROM read_position');
  numberAsBigint = () => this.database.query<{ position: bigint }>('n', 'SELECT position FROM read_position');
  timeAsText = () => this.database.query<{ date_joined: string }>('n', 'SELECT date_joined FROM account');
  numbersAsTexts = () => this.database.query<{ ids: string[] }>('n', 'SELECT array_agg(id) AS ids FROM account');
  mayBeNull = () => this.database.query<{ bot_owner_id: number }>('n', 'SELECT bot_owner_id FROM account');
  neverNull = () => this.database.query<{ email: string | null }>('n', 'SELECT email FROM account');
  joined = () => this.database.query<{ email: string | null }>('n', 'SELECT a.email FROM realm r LEFT JOIN account a ON a.id = r.id');
  wide = () => this.database.query('n', 'SELECT r.* FROM realm r');
  narrowInside = () => this.database.query('n', 'SELECT id FROM (SELECT r.* FROM realm r) x');
  dynamic = (table: 'a' | 'b', column: string) => this.database.query('n', \`SELECT \${column} FROM \${tables[table]}\`);

  private rows<Row extends object>(condition: string): Promise<(Row & Record<string, unknown>)[]> {
    return this.database.query<Row & Record<string, unknown>>('n', \`SELECT id, name FROM user_group WHERE \${condition}\`);
  }
}
`;

let servers: TestServers;
let pool: TransactionPool;
let client: PoolClient;
let catalog: Catalog;
let product: Statements;
let madeUp: Statements;

beforeAll(async () => {
  servers = await startServers();
  pool = createPool({ url: servers.databaseUrl, size: 1 });
  client = await pool.connect();
  catalog = await readCatalog(client);
  const program = productProgram(root, new Map([[MADE_UP, MISTAKES]]));
  product = collectStatements(program, (file) => isProductFile(root, file), root);
  madeUp = collectStatements(program, (file) => file === MADE_UP, root);
});

afterAll(async () => {
  client.release();
  await pool.end();
  await servers.stop();
});

async function problemsOf(statements: readonly Statement[]): Promise<string[]> {
  const problems: string[] = [];
  for (const statement of statements) problems.push(...(await checkStatement(client, catalog, statement)));
  return problems;
}

/** Statements whose result gets another column when a table gets one. */
async function widened(statements: readonly Statement[], work: () => Promise<void>): Promise<string[]> {
  const resultsOf = async ({ texts }: Statement) => {
    const results: string[] = [];
    for (const text of texts) results.push(await resultOf(client, text));
    return results.join('; ');
  };
  const before = new Map<Statement, string>();
  for (const statement of statements) before.set(statement, await resultsOf(statement));
  await work();
  const changed: string[] = [];
  for (const statement of statements) {
    if ((await resultsOf(statement)) !== before.get(statement)) changed.push(statement.place);
  }
  return changed;
}

it('finds every statement of the product right', async () => {
  expect(product.fixed.length).toBeGreaterThan(500);
  expect(await problemsOf(product.fixed)).toEqual([]);
});

it('knows which statements are made when the program runs, and which nulls the code knows better', () => {
  expect(product.dynamic.map(({ place }) => place).sort()).toEqual(Object.values(DYNAMIC).flat().sort());
  const places = new Set(product.fixed.map(({ place }) => place));
  expect(Object.keys(NULLS).filter((place) => !places.has(place))).toEqual([]);
});

it('finds mistakes, and only those', async () => {
  const problems = await problemsOf(madeUp.fixed);
  expect(problems.map((problem) => problem.replace(/^\S+ MadeUp\.(\w+) \(line \d+\)/, '$1'))).toEqual([
    'unknownColumn: error: column "positions" does not exist',
    'unknownTable: error: relation "read_positions" does not exist',
    'misspelt: declares userId, which the statement does not give',
    'misspelt: does not declare user_id, which the statement gives',
    'missing: declares position, which the statement does not give',
    'numberAsText: gives user_id as int4, in JavaScript number, but declares string',
    'numberAsBigint: gives position as int8, in JavaScript number, but declares bigint',
    'timeAsText: gives date_joined as timestamptz, in JavaScript Date, but declares string',
    'numbersAsTexts: gives ids as _int4, in JavaScript number[], but declares string[]',
    'mayBeNull: declares bot_owner_id without null, which it may be',
    'neverNull: declares email as null too, which it never is',
  ]);
});

it('follows constants, choices and the arguments of callers, and no further', () => {
  // The compiler orders the members of a union by where it met each first in the program.
  const textsOf = (name: string) => madeUp.fixed.find(({ place }) => place.endsWith(name))?.texts.toSorted();
  expect(textsOf('MadeUp.right')).toEqual(['SELECT user_id, position FROM read_position']);
  expect(textsOf('MadeUp.rows')).toEqual([
    'SELECT id, name FROM user_group WHERE NOT deactivated',
    'SELECT id, name FROM user_group WHERE deactivated',
  ]);
  expect(madeUp.dynamic.map(({ place }) => place.replace(/^\S+ /, ''))).toEqual(['MadeUp.dynamic']);
});

it('finds statements whose result changes when a table gets a column, and none in the product', async () => {
  const changed = await widened([...product.fixed, ...madeUp.fixed], () => widenTables(client));
  expect(changed.map((place) => place.replace(/^\S+ /, ''))).toEqual(['MadeUp.wide']);
});
