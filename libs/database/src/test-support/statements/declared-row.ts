import * as ts from 'typescript';

/** What JavaScript value a column may be, by the row type that the code declares. */
export interface DeclaredColumn {
  /** `number`, `string`, `boolean`, `bigint`, `Date`, `Buffer`, `json`, each with `[]` for arrays of it; `any` fits all. */
  kinds: readonly string[];
  isNullable: boolean;
  isOptional: boolean;
}

export interface DeclaredRow {
  columns: ReadonlyMap<string, DeclaredColumn>;
  /** The type says nothing of columns that it does not name. */
  isOpen: boolean;
}

/** The row type of a call that gives a promise of rows, or of the driver's result. */
export function declaredRow(checker: ts.TypeChecker, call: ts.CallExpression): DeclaredRow {
  const result = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const rows = result?.getProperty('rows');
  const list = rows ? checker.getTypeOfSymbol(rows) : result;
  const row = list && checker.getIndexTypeOfType(list, ts.IndexKind.Number);
  const columns = new Map<string, DeclaredColumn>();
  if (!row || row.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Any)) return { columns, isOpen: true };
  for (const property of row.getProperties()) {
    columns.set(property.name, declaredColumn(checker, property));
  }
  return { columns, isOpen: checker.getIndexTypeOfType(row, ts.IndexKind.String) !== undefined };
}

function declaredColumn(checker: ts.TypeChecker, property: ts.Symbol): DeclaredColumn {
  const type = checker.getTypeOfSymbol(property);
  const parts = type.isUnion() ? type.types : [type];
  const isNull = (part: ts.Type) => (part.flags & ts.TypeFlags.Null) !== 0;
  const values = parts.filter((part) => !isNull(part) && !(part.flags & ts.TypeFlags.Undefined));
  return {
    kinds: [...new Set(values.map((part) => kindOf(checker, part)))].sort(),
    isNullable: parts.some((part) => isNull(part) || (part.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0),
    isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
  };
}

const KINDS: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter, 'any'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
];

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  const [, plain] = KINDS.find(([flags]) => (type.flags & flags) !== 0) ?? [];
  if (plain) return plain;
  const name = type.symbol?.name;
  if (name === 'Date') return 'Date';
  if (name === 'Buffer' || name === 'Uint8Array') return 'Buffer';
  if (!checker.isArrayType(type)) return 'json';
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  const parts = element?.isUnion() ? element.types : element ? [element] : [];
  const kinds = parts.filter(({ flags }) => !(flags & ts.TypeFlags.Null)).map((part) => kindOf(checker, part));
  return `${[...new Set(kinds)].sort().join('|')}[]`;
}
