import * as ts from 'typescript';

/** More renderings than this are data, not a statement with a few forms. */
const MOST_RENDERINGS = 64;

/** Thrown where a text depends on what is known only when the program runs. */
export class DynamicText extends Error {
  constructor(readonly node: ts.Node) {
    super(`depends on ${node.getText().slice(0, 80)}`);
  }
}

type Bindings = ReadonlyMap<ts.Symbol, readonly string[]>;
const NONE: Bindings = new Map();

/** The arguments that a function's calls give to one of its parameters, in the whole program. */
export type ArgumentsOf = (parameter: ts.ParameterDeclaration) => readonly ts.Expression[];

/** Finds every text that an expression can have, from the source alone: constants, templates, choices, small functions. */
export class StaticTexts {
  private readonly open = new Set<ts.Node>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly argumentsOf: ArgumentsOf,
  ) {}

  /** @throws DynamicText */
  of(expression: ts.Expression, bindings: Bindings = NONE): readonly string[] {
    const known = this.ofBinding(expression, bindings) ?? this.ofType(expression);
    if (known) return known;
    const texts = [...new Set(this.ofSyntax(expression, bindings))];
    if (texts.length > MOST_RENDERINGS) throw new DynamicText(expression);
    return texts;
  }

  private ofBinding(expression: ts.Expression, bindings: Bindings): readonly string[] | undefined {
    const symbol = ts.isIdentifier(expression) ? this.checker.getSymbolAtLocation(expression) : undefined;
    return symbol && bindings.get(symbol);
  }

  /** Of a type that consists of literals: `'a' | 'b'`, a member of an enumeration. */
  private ofType(expression: ts.Expression): readonly string[] | undefined {
    const type = this.checker.getTypeAtLocation(expression);
    const parts = type.isUnion() ? type.types : [type];
    const texts = parts.flatMap((part) =>
      part.isStringLiteral() || part.isNumberLiteral() ? [String(part.value)] : [],
    );
    return texts.length === parts.length ? texts : undefined;
  }

  private ofSyntax(node: ts.Expression, bindings: Bindings): readonly string[] {
    if (ts.isTemplateExpression(node)) return this.ofTemplate(node, bindings);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return this.of(node.expression, bindings);
    }
    if (ts.isConditionalExpression(node)) {
      return [...this.of(node.whenTrue, bindings), ...this.of(node.whenFalse, bindings)];
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      return combine([this.of(node.left, bindings), this.of(node.right, bindings)]);
    }
    if (ts.isElementAccessExpression(node)) return this.ofValues(node.expression);
    if (ts.isCallExpression(node)) return this.ofCall(node, bindings);
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return this.ofDeclaration(node, bindings);
    throw new DynamicText(node);
  }

  private ofTemplate(node: ts.TemplateExpression, bindings: Bindings): readonly string[] {
    return combine([
      [node.head.text],
      ...node.templateSpans.flatMap((span) => [this.of(span.expression, bindings), [span.literal.text]]),
    ]);
  }

  private ofDeclaration(node: ts.Identifier | ts.PropertyAccessExpression, bindings: Bindings): readonly string[] {
    const declaration = this.declarationOf(node);
    if (!declaration || this.open.has(declaration)) throw new DynamicText(node);
    this.open.add(declaration);
    try {
      if (ts.isParameter(declaration)) return this.ofParameter(declaration);
      const initializer = 'initializer' in declaration ? declaration.initializer : undefined;
      if (!isConstant(declaration) || !initializer) throw new DynamicText(node);
      return this.of(initializer, bindings);
    } finally {
      this.open.delete(declaration);
    }
  }

  private ofParameter(parameter: ts.ParameterDeclaration): readonly string[] {
    const given = this.argumentsOf(parameter).flatMap((argument) => this.of(argument));
    const texts = parameter.initializer ? [...given, ...this.of(parameter.initializer)] : given;
    if (texts.length === 0) throw new DynamicText(parameter);
    return texts;
  }

  /** All values of a constant object or array, for one that is chosen when the program runs. */
  private ofValues(node: ts.Expression): readonly string[] {
    const literal = this.literalOf(node);
    if (ts.isArrayLiteralExpression(literal)) return literal.elements.flatMap((element) => this.of(element));
    if (!ts.isObjectLiteralExpression(literal)) throw new DynamicText(node);
    return literal.properties.flatMap((property) => {
      if (!ts.isPropertyAssignment(property)) throw new DynamicText(property);
      return this.of(property.initializer);
    });
  }

  private ofCall(node: ts.CallExpression, bindings: Bindings): readonly string[] {
    const { expression: callee } = node;
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'join') {
      const separator = node.arguments[0] ? this.of(node.arguments[0], bindings) : [','];
      return this.listOf(callee.expression, bindings).map((list) => list.join(separator[0]));
    }
    if (ts.isPropertyAccessExpression(callee) && /^replace(All)?$/.test(callee.name.text)) {
      return this.replaced(node, callee, bindings);
    }
    return this.ofFunction(node, bindings);
  }

  private replaced(
    node: ts.CallExpression,
    { expression, name }: ts.PropertyAccessExpression,
    bindings: Bindings,
  ): readonly string[] {
    const [pattern, replacement] = node.arguments;
    if (!pattern || !replacement) throw new DynamicText(node);
    const [search] = ts.isRegularExpressionLiteral(pattern) ? [regExpOf(pattern)] : this.of(pattern, bindings);
    if (search === undefined) throw new DynamicText(pattern);
    const replace = (text: string, by: string) =>
      name.text === 'replace' ? text.replace(search, by) : text.replaceAll(search, by);
    const by = this.of(replacement, bindings);
    return this.of(expression, bindings).flatMap((text) => by.map((each) => replace(text, each)));
  }

  /** A function whose whole body is what it gives. */
  private ofFunction(node: ts.CallExpression, bindings: Bindings): readonly string[] {
    const declaration = this.checker.getResolvedSignature(node)?.declaration;
    const body = declaration && returned(declaration);
    if (!declaration || !body || this.open.has(declaration)) throw new DynamicText(node);
    const own = new Map(bindings);
    declaration.parameters.forEach((parameter, index) => {
      const symbol = ts.isParameter(parameter) ? this.checker.getSymbolAtLocation(parameter.name) : undefined;
      const argument = node.arguments[index] ?? (ts.isParameter(parameter) ? parameter.initializer : undefined);
      if (symbol && argument) own.set(symbol, this.of(argument, bindings));
    });
    this.open.add(declaration);
    try {
      return this.of(body, own);
    } finally {
      this.open.delete(declaration);
    }
  }

  /** The lists that an expression can be. */
  private listOf(node: ts.Expression, bindings: Bindings): readonly (readonly string[])[] {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: target, name } = node.expression;
      const [argument] = node.arguments;
      if (name.text === 'map' && argument && ts.isArrowFunction(argument))
        return this.mapped(target, argument, bindings);
      if (target.getText() === 'Object' && name.text === 'keys' && argument) return [this.keysOf(argument)];
      throw new DynamicText(node);
    }
    const literal = this.literalOf(node);
    if (!ts.isArrayLiteralExpression(literal)) throw new DynamicText(node);
    return combineLists(
      literal.elements.map((element) =>
        ts.isSpreadElement(element)
          ? this.listOf(element.expression, bindings)
          : this.of(element, bindings).map((text) => [text]),
      ),
    );
  }

  private mapped(target: ts.Expression, work: ts.ArrowFunction, bindings: Bindings): readonly (readonly string[])[] {
    const [parameter, ...others] = work.parameters;
    const symbol = parameter && this.checker.getSymbolAtLocation(parameter.name);
    const body = returned(work);
    if (!symbol || !body || others.length > 0) throw new DynamicText(work);
    return this.listOf(target, bindings).flatMap((list) =>
      combineLists(list.map((text) => this.of(body, new Map([...bindings, [symbol, [text]]])).map((each) => [each]))),
    );
  }

  private keysOf(node: ts.Expression): readonly string[] {
    const type = this.checker.getTypeAtLocation(this.literalOf(node));
    const properties = type.getProperties();
    const isCertain = properties.length > 0 && properties.every(({ flags }) => !(flags & ts.SymbolFlags.Optional));
    if (!isCertain || this.checker.getIndexInfosOfType(type).length > 0) throw new DynamicText(node);
    return properties.map(({ name }) => name);
  }

  /** The literal behind names, `as const` and `satisfies`. */
  private literalOf(node: ts.Expression): ts.Expression {
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
      return this.literalOf(node.expression);
    }
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return node;
    const declaration = this.declarationOf(node);
    const initializer = declaration && 'initializer' in declaration ? declaration.initializer : undefined;
    if (!declaration || !isConstant(declaration) || !initializer) throw new DynamicText(node);
    return this.literalOf(initializer);
  }

  private declarationOf(
    node: ts.Node,
  ): ts.ParameterDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration | ts.PropertyAssignment | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    const declaration = target?.valueDeclaration;
    return declaration &&
      (ts.isParameter(declaration) ||
        ts.isVariableDeclaration(declaration) ||
        ts.isPropertyDeclaration(declaration) ||
        ts.isPropertyAssignment(declaration))
      ? declaration
      : undefined;
  }
}

/** Whether a declaration's initializer is its value for good. */
function isConstant(declaration: ts.Declaration): boolean {
  if (ts.isVariableDeclaration(declaration)) {
    return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  }
  if (ts.isPropertyDeclaration(declaration)) {
    return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0;
  }
  return ts.isPropertyAssignment(declaration);
}

/** The expression that a function gives back, if that is all it does. */
function returned(declaration: ts.SignatureDeclaration | ts.JSDocSignature): ts.Expression | undefined {
  const body = 'body' in declaration ? declaration.body : undefined;
  if (!body || !ts.isBlock(body)) return body;
  const [statement, ...others] = body.statements;
  return statement && ts.isReturnStatement(statement) && others.length === 0 ? statement.expression : undefined;
}

function regExpOf({ text }: ts.RegularExpressionLiteral): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

function combine(parts: readonly (readonly string[])[]): readonly string[] {
  return combineLists(parts.map((texts) => texts.map((text) => [text]))).map((list) => list.join(''));
}

function combineLists(parts: readonly (readonly (readonly string[])[])[]): readonly (readonly string[])[] {
  return parts.reduce<readonly (readonly string[])[]>(
    (all, lists) => all.flatMap((begun) => lists.map((list) => [...begun, ...list])).slice(0, MOST_RENDERINGS + 1),
    [[]],
  );
}
