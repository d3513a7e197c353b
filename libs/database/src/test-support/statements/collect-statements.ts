import path from 'node:path';
import * as ts from 'typescript';
import { type DeclaredRow, declaredRow } from './declared-row';
import { DynamicText, StaticTexts } from './static-text';

/** A call of product code that sends SQL. */
export interface Statement {
  /** `path/of/file.ts Class.method`, and a number where it has several. */
  place: string;
  line: number;
  /** Every text that it can have. */
  texts: readonly string[];
  row: DeclaredRow;
}

/** One whose text is known only when the program runs. */
export interface DynamicStatement {
  place: string;
  line: number;
  reason: string;
}

export interface Statements {
  fixed: readonly Statement[];
  dynamic: readonly DynamicStatement[];
}

const QUERY = /^query/;

/** Collects what the files of a program send, with the row types that they declare. */
export function collectStatements(program: ts.Program, isProduct: (file: string) => boolean, root: string): Statements {
  const checker = program.getTypeChecker();
  const calls = program
    .getSourceFiles()
    .filter(({ fileName }) => isProduct(fileName))
    .flatMap((file) => callsIn(file));
  const texts = new StaticTexts(checker, argumentsIn(checker, calls));
  const fixed: Statement[] = [];
  const dynamic: DynamicStatement[] = [];
  const places = new Map<string, number>();
  for (const call of calls) {
    const text = sqlOf(checker, call);
    if (!text || isPassedOn(checker, text)) continue;
    const file = call.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(text.getStart()).line + 1;
    const name = `${path.relative(root, file.fileName)} ${enclosing(call)}`;
    const count = (places.get(name) ?? 0) + 1;
    places.set(name, count);
    const place = count === 1 ? name : `${name} ${count}`;
    try {
      fixed.push({ place, line, texts: texts.of(text), row: declaredRow(checker, call) });
    } catch (error) {
      if (!(error instanceof DynamicText)) throw error;
      dynamic.push({ place, line, reason: error.message });
    }
  }
  return { fixed, dynamic };
}

function callsIn(file: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

/** The expression of the statement, if the call sends one: the parameter `text`, or what the driver takes. */
function sqlOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Expression | undefined {
  if (!QUERY.test(calledName(call))) return undefined;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (!declaration) return undefined;
  const position = declaration.parameters.findIndex(({ name }) => name.getText() === 'text');
  if (position >= 0) return call.arguments[position];
  if (!/node_modules\/@types\/pg\//.test(declaration.getSourceFile().fileName)) return undefined;
  const [config] = call.arguments;
  if (!config || !ts.isObjectLiteralExpression(config)) return config;
  const text = config.properties.find((property) => property.name?.getText() === 'text');
  if (text && ts.isPropertyAssignment(text)) return text.initializer;
  return text && ts.isShorthandPropertyAssignment(text) ? text.name : config;
}

/** Where a method sends its caller's statement: the calls of that method are checked instead. */
function isPassedOn(checker: ts.TypeChecker, text: ts.Expression): boolean {
  const symbol = ts.isShorthandPropertyAssignment(text.parent)
    ? checker.getShorthandAssignmentValueSymbol(text.parent)
    : checker.getSymbolAtLocation(text);
  const declaration = symbol?.valueDeclaration;
  if (!declaration || !ts.isParameter(declaration) || declaration.name.getText() !== 'text') return false;
  return QUERY.test(nameOf(declaration.parent));
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

/** Looks calls up by the function that they call; names are compared first, because that costs nothing. */
function argumentsIn(checker: ts.TypeChecker, calls: readonly ts.CallExpression[]) {
  const byName = new Map<string, ts.CallExpression[]>();
  for (const call of calls) {
    const same = byName.get(calledName(call)) ?? [];
    byName.set(calledName(call), same);
    same.push(call);
  }
  return (parameter: ts.ParameterDeclaration): readonly ts.Expression[] => {
    const { parent } = parameter;
    const position = parent.parameters.findIndex((each) => each === parameter);
    return (byName.get(nameOf(parent)) ?? []).flatMap((call) => {
      const argument = call.arguments[position];
      return argument && checker.getResolvedSignature(call)?.declaration === parent ? [argument] : [];
    });
  };
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (ts.isPropertyAssignment(node.parent)) return node.parent.name.getText();
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText() ?? '';
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '';
}

function enclosing(node: ts.Node): string {
  const names: string[] = [];
  for (let each: ts.Node = node; !ts.isSourceFile(each); each = each.parent) {
    if (
      ts.isFunctionDeclaration(each) ||
      ts.isMethodDeclaration(each) ||
      ts.isPropertyDeclaration(each) ||
      ts.isClassDeclaration(each)
    ) {
      names.unshift(each.name?.getText() ?? '');
    }
  }
  return names.join('.');
}
