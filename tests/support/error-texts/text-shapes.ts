import * as ts from 'typescript';
import { CallSites } from './call-sites';

/** Stands in a shape for what is known only when the program runs. */
export const HOLE = '\u0000';
/** Choices of words that are more than this are names, not prose. */
const MOST_CHOICES = 16;
const MOST_WORDS = 4;

type Shapes = ReadonlySet<string>;
const NOTHING: Shapes = new Set();
const UNKNOWN: Shapes = new Set([HOLE]);

/**
 * Finds the shapes of the texts that an expression can have, from the source alone: literal pieces with holes for values.
 * It follows constants, parameters to the calls that give them, properties to the literals that set them, and functions
 * to what they return.
 */
export class TextShapes {
  private readonly known = new Map<ts.Node, Shapes>();
  private readonly open = new Set<ts.Node>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly sites: CallSites,
  ) {}

  of(node: ts.Expression): Shapes {
    const known = this.known.get(node);
    if (known) return known;
    if (this.open.has(node)) return NOTHING;
    this.open.add(node);
    const shapes = this.ofSyntax(node);
    this.open.delete(node);
    if (this.open.size === 0) this.known.set(node, shapes);
    return shapes;
  }

  private ofSyntax(node: ts.Expression): Shapes {
    if (ts.isStringLiteralLike(node)) return new Set([node.text]);
    if (ts.isTemplateExpression(node)) return this.ofTemplate(node);
    if (isWrapper(node)) return this.of(node.expression);
    if (ts.isConditionalExpression(node)) return union([this.of(node.whenTrue), this.of(node.whenFalse)]);
    if (ts.isBinaryExpression(node)) return this.ofBinary(node);
    if (node.kind === ts.SyntaxKind.NullKeyword || node.getText() === 'undefined') return NOTHING;
    if (ts.isElementAccessExpression(node)) return this.ofMembers(node.expression);
    if (ts.isCallExpression(node)) return this.ofCall(node);
    if (ts.isIdentifier(node)) return this.ofSymbol(this.symbolOf(node), node);
    if (ts.isPropertyAccessExpression(node)) return this.ofSymbol(this.checker.getSymbolAtLocation(node.name), node);
    return UNKNOWN;
  }

  private symbolOf(node: ts.Identifier): ts.Symbol | undefined {
    const { parent } = node;
    return ts.isShorthandPropertyAssignment(parent)
      ? this.checker.getShorthandAssignmentValueSymbol(parent)
      : this.checker.getSymbolAtLocation(node);
  }

  private ofTemplate(node: ts.TemplateExpression): Shapes {
    return combined([
      new Set([node.head.text]),
      ...node.templateSpans.flatMap((span) => [this.inside(span.expression), new Set([span.literal.text])]),
    ]);
  }

  private ofBinary({ left, right, operatorToken: { kind } }: ts.BinaryExpression): Shapes {
    if (kind === ts.SyntaxKind.PlusToken) return combined([this.inside(left), this.inside(right)]);
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken) {
      return union([this.of(left), this.of(right)]);
    }
    return kind === ts.SyntaxKind.AmpersandAmpersandToken ? this.of(right) : UNKNOWN;
  }

  /** Of a part of a text: a choice of words belongs to the text, names and values do not. */
  private inside(node: ts.Expression): Shapes {
    const shapes = this.of(node);
    return isWritten(node) || isProse(shapes) ? shapes : UNKNOWN;
  }

  private ofSymbol(named: ts.Symbol | undefined, node: ts.Expression): Shapes {
    const symbol = named && named.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(named) : named;
    const declaration = symbol?.valueDeclaration;
    if (!declaration || this.open.has(declaration)) return declaration ? NOTHING : this.ofType(node);
    this.open.add(declaration);
    try {
      return this.ofDeclaration(declaration, node);
    } finally {
      this.open.delete(declaration);
    }
  }

  private ofDeclaration(declaration: ts.Declaration, node: ts.Expression): Shapes {
    if (ts.isParameter(declaration)) return this.ofParameter(declaration, node);
    if (ts.isVariableDeclaration(declaration)) {
      if (declaration.initializer) return this.of(declaration.initializer);
      return this.ofType(node);
    }
    if (ts.isBindingElement(declaration)) return this.ofBinding(declaration, node);
    if (ts.isPropertyAssignment(declaration)) return this.of(declaration.initializer);
    if (ts.isPropertyDeclaration(declaration) && declaration.initializer) return this.of(declaration.initializer);
    if (ts.isPropertySignature(declaration)) return this.ofProperty(declaration, node);
    return this.ofType(node);
  }

  private ofParameter(parameter: ts.ParameterDeclaration, node: ts.Expression): Shapes {
    const given = this.sites.argumentsOf(parameter).map((argument) => this.of(argument));
    const shapes = union(parameter.initializer ? [...given, this.of(parameter.initializer)] : given);
    return shapes.size > 0 ? shapes : this.ofType(node);
  }

  private ofBinding(element: ts.BindingElement, node: ts.Expression): Shapes {
    const name = element.propertyName ?? element.name;
    const pattern = element.parent;
    if (!ts.isObjectBindingPattern(pattern) || !ts.isIdentifier(name)) return this.ofType(node);
    const property = this.checker.getTypeAtLocation(pattern).getProperty(name.text);
    const declaration = property?.valueDeclaration;
    return declaration && ts.isPropertySignature(declaration) ? this.ofProperty(declaration, node) : this.ofType(node);
  }

  private ofProperty(property: ts.PropertySignature, node: ts.Expression): Shapes {
    const shapes = union(this.sites.valuesOf(property).map((value) => this.of(value)));
    return shapes.size > 0 ? shapes : this.ofType(node);
  }

  /** All that a constant object or list holds, for one that is chosen when the program runs. */
  private ofMembers(node: ts.Expression): Shapes {
    if (isWrapper(node)) return this.ofMembers(node.expression);
    if (ts.isArrayLiteralExpression(node)) return union(node.elements.map((element) => this.of(element)));
    if (ts.isObjectLiteralExpression(node)) {
      return union(
        node.properties.map((property) =>
          ts.isPropertyAssignment(property) ? this.of(property.initializer) : UNKNOWN,
        ),
      );
    }
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return UNKNOWN;
    const named = this.checker.getSymbolAtLocation(node);
    const symbol = named && named.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(named) : named;
    const declaration = symbol?.valueDeclaration;
    const initializer = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return initializer ? this.ofMembers(initializer) : UNKNOWN;
  }

  private ofCall(node: ts.CallExpression): Shapes {
    const declaration = this.checker.getResolvedSignature(node)?.declaration;
    const body = declaration && 'body' in declaration ? declaration.body : undefined;
    if (!body) return this.ofType(node);
    return union(returnedBy(body).map((expression) => this.of(expression)));
  }

  /** Of a type that consists of texts: `'a' | 'b'`. */
  private ofType(node: ts.Expression): Shapes {
    const type = this.checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    const texts = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
    return texts.length === parts.length ? new Set(texts) : UNKNOWN;
  }
}

/** Whether what an expression gives is written there, as is a choice between words. */
function isWritten(node: ts.Expression): boolean {
  if (ts.isConditionalExpression(node)) return isWritten(node.whenTrue) && isWritten(node.whenFalse);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
}

function isWrapper(
  node: ts.Expression,
): node is
  ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression | ts.NonNullExpression | ts.AwaitExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  );
}

/** A few words, or phrases; not the names of parameters. */
function isProse(shapes: Shapes): boolean {
  const texts = [...shapes];
  if (texts.length === 0 || texts.length > MOST_CHOICES || shapes.has(HOLE)) return false;
  return (
    texts.every((text) => text.includes(' ')) ||
    (texts.length <= MOST_WORDS && texts.some((text) => text.includes(' ')))
  );
}

function returnedBy(body: ts.Node): ts.Expression[] {
  if (!ts.isBlock(body)) return [body as ts.Expression];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) {
      if (node.expression) found.push(node.expression);
    } else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}

function union(all: readonly Shapes[]): Shapes {
  return new Set(all.flatMap((shapes) => [...shapes]));
}

function combined(parts: readonly Shapes[]): Shapes {
  const texts = parts.reduce<string[]>(
    (begun, shapes) => begun.flatMap((start) => [...shapes].map((text) => start + text)),
    [''],
  );
  return new Set(texts.map((text) => text.replaceAll(/\0+/g, HOLE)));
}
