import type { Catalog } from './catalog';
import type { DeclaredColumn, DeclaredRow } from './declared-row';
import type { ResultColumn } from './describe-statement';

/** Objects of the server have smaller numbers: the columns of its catalogs are not described as NOT NULL. */
const FIRST_OWN_OBJECT = 16_384;
/** What a function without a result gives. */
const VOID = 'void';
/** With one of these a column of a table that is never null may be null in a result. */
const MAKES_NULLS = /\b(LEFT|RIGHT|FULL)\s+(OUTER\s+)?JOIN\b|\bGROUPING SETS\b|\bROLLUP\b|\bCUBE\b|\bUNION\b/i;

export interface ComparedStatement {
  text: string;
  catalog: Catalog;
  /** Columns for which the code knows whether they can be null. */
  expected: readonly string[];
}

/** What is wrong with a row type that the code declares for a statement's result; nothing if it fits. */
export function compareRows(
  declared: DeclaredRow,
  columns: readonly ResultColumn[],
  statement: ComparedStatement,
): string[] {
  const { catalog } = statement;
  const names = new Set(columns.map(({ name }) => name));
  const missing = [...declared.columns]
    .filter(([name, { isOptional }]) => !isOptional && !names.has(name))
    .map(([name]) => `declares ${name}, which the statement does not give`);
  return [
    ...missing,
    ...columns.flatMap((column) => {
      const type = declared.columns.get(column.name);
      if (type) return compareColumn(column, type, statement);
      const isVoid = catalog.typeNames.get(column.typeId) === VOID;
      return declared.isOpen || isVoid ? [] : [`does not declare ${column.name}, which the statement gives`];
    }),
  ];
}

function compareColumn(column: ResultColumn, declared: DeclaredColumn, statement: ComparedStatement): string[] {
  const { name, typeId } = column;
  const { kinds, typeNames } = statement.catalog;
  const kind = kinds.get(typeId);
  const typeName = typeNames.get(typeId) ?? String(typeId);
  if (kind === undefined) return [`gives ${name} as ${typeName}, a type that this check does not know`];
  if (!declared.kinds.some((each) => fits(kind, each))) {
    return [`gives ${name} as ${typeName}, in JavaScript ${kind}, but declares ${declared.kinds.join(' | ')}`];
  }
  return compareNull(column, declared, statement);
}

/**
 * Only of columns that stand in the result as they are in their table: of an expression nothing is known, nor what an outer
 * join makes of a column that is never null. A list of Prisma's schema is never null, although its column may be.
 */
function compareNull(column: ResultColumn, declared: DeclaredColumn, statement: ComparedStatement): string[] {
  const { name, table, position } = column;
  const { text, catalog, expected } = statement;
  if (table < FIRST_OWN_OBJECT || declared.kinds.some((kind) => kind === 'any' || kind.endsWith('[]'))) return [];
  if (expected.includes(name)) return [];
  const isNotNull = catalog.notNull.has(`${table}.${position}`);
  if (isNotNull && declared.isNullable && !MAKES_NULLS.test(text)) {
    return [`declares ${name} as null too, which it never is`];
  }
  if (isNotNull || declared.isNullable || isTested(text, name)) return [];
  return [`declares ${name} without null, which it may be`];
}

/** A condition leaves out the rows in which the column is null. */
function isTested(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\s+IS\\s+NOT\\s+NULL\\b`, 'i').test(text);
}

function fits(kind: string, declared: string): boolean {
  if (declared === kind || declared === 'any' || (declared === 'any[]' && kind.endsWith('[]'))) return true;
  // JSON may be any JSON value.
  return kind === 'json' && !['Date', 'Buffer', 'bigint'].includes(declared);
}
