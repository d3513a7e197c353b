// An ESLint rule: a method that answers an endpoint or a call does work. One that only hands its arguments on to another
// object, as they came, is a stop without a purpose: the declaration belongs on the method that it calls.

const ANSWERING = new Set(['Endpoint', 'Handles']);

function isAnswering({ decorators = [] }) {
  return decorators.some(
    ({ expression }) => expression.type === 'CallExpression' && ANSWERING.has(expression.callee.name),
  );
}

/** The only expression of a body, of `return x` or `await x` too. */
function onlyExpression(body) {
  const [statement, ...others] = body?.body ?? [];
  if (others.length > 0) return undefined;
  const expression = statement?.type === 'ReturnStatement' ? statement.argument : statement?.expression;
  return expression?.type === 'AwaitExpression' ? expression.argument : expression;
}

/** `this.other.method(…)`; a method of the class's own is no other object. */
function isCallOfAnother(expression) {
  return (
    expression?.type === 'CallExpression' &&
    expression.callee.type === 'MemberExpression' &&
    expression.callee.object.type === 'MemberExpression' &&
    expression.callee.object.object.type === 'ThisExpression'
  );
}

/** `ctx`, or the actor that it carries. */
function isGiven(argument, names) {
  if (argument.type === 'Identifier') return names.has(argument.name);
  return argument.type === 'MemberExpression' && argument.property.name === 'actor' && isGiven(argument.object, names);
}

/** @type {import('eslint').Rule.RuleModule} */
export const noForwarding = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { forwards: 'It only forwards: put the declaration on the method that it calls.' },
  },
  create(context) {
    return {
      MethodDefinition(node) {
        if (!isAnswering(node)) return;
        const call = onlyExpression(node.value.body);
        const names = new Set(node.value.params.map(({ name }) => name));
        if (!isCallOfAnother(call) || !call.arguments.every((argument) => isGiven(argument, names))) return;
        context.report({ node: node.key, messageId: 'forwards' });
      },
    };
  },
};
