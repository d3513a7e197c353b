import * as ts from 'typescript';

/** Where the functions of a program are called, and where the properties of its types get their values. */
export class CallSites {
  private readonly calls = new Map<string, (ts.CallExpression | ts.NewExpression)[]>();
  private readonly properties = new Map<string, (ts.PropertyAssignment | ts.ShorthandPropertyAssignment)[]>();

  constructor(
    private readonly checker: ts.TypeChecker,
    files: readonly ts.SourceFile[],
  ) {
    for (const file of files) this.collect(file);
  }

  /** Calls, or creations, of what has this name. */
  named(name: string): readonly (ts.CallExpression | ts.NewExpression)[] {
    return this.calls.get(name) ?? [];
  }

  /** What is given to a parameter, wherever its function is called. */
  argumentsOf(parameter: ts.ParameterDeclaration): readonly ts.Expression[] {
    const { parent: target } = parameter;
    const index = target.parameters.indexOf(parameter);
    return this.named(nameOf(target)).flatMap((call) => {
      const argument = call.arguments?.[index];
      return argument && this.checker.getResolvedSignature(call)?.declaration === target ? [argument] : [];
    });
  }

  /** What literals put into a property of a declared type. */
  valuesOf(property: ts.PropertySignature): readonly ts.Expression[] {
    return (this.properties.get(property.name.getText()) ?? []).flatMap((assignment) => {
      const expected = this.checker.getContextualType(assignment.parent);
      const isOfType = typesOf(expected).some((type) =>
        type.getProperty(property.name.getText())?.declarations?.includes(property),
      );
      if (!isOfType) return [];
      return [ts.isPropertyAssignment(assignment) ? assignment.initializer : assignment.name];
    });
  }

  private collect(node: ts.Node): void {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) add(this.calls, calledName(node.expression), node);
    else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      if (!isExample(node)) add(this.properties, node.name.getText(), node);
    }
    ts.forEachChild(node, (child) => this.collect(child));
  }
}

/** Declarations of the API show errors with values of their own. */
function isExample(node: ts.Node): boolean {
  return node.getSourceFile().fileName.includes('/libs/contracts/');
}

function add<V>(to: Map<string, V[]>, key: string, value: V): void {
  const values = to.get(key);
  if (values) values.push(value);
  else to.set(key, [value]);
}

function calledName(expression: ts.Expression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** The name by which a function is called: its own, or that of what holds it. */
function nameOf(target: ts.SignatureDeclaration): string {
  if (ts.isConstructorDeclaration(target)) return target.parent.name?.text ?? '';
  if (target.name) return target.name.getText();
  const { parent } = target;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : '';
}

function typesOf(type: ts.Type | undefined): readonly ts.Type[] {
  if (!type) return [];
  return type.isUnionOrIntersection() ? type.types : [type];
}
