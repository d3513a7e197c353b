import { parseAst } from 'rolldown/parseAst';

/** What may be an assignment to a property. */
const ASSIGNED = /[\w$\])]\s*=\s*(?:\(|function|async|[\w$]+\s*=>)/;
/** Functions within each other from which on they may be made again and again; the outermost is the script. */
const OUTERMOST = 2;

/**
 * Code in which functions that are made again and again are young. V8 takes one that is written where it is assigned to a
 * property (`this.end = () => …`) for a method, and makes it among the objects that live long: until the whole heap is collected,
 * it keeps all that it refers to, and all that comes to refer to it (docs/decisions/101-no-request-outlives-its-answer.md).
 * Behind a comma it is an expression like others; it has no name in either form.
 * @param {string} code a script whose modules are functions, of nothing but ASCII
 */
export function withYoungFunctions(code) {
  if (!ASSIGNED.test(code)) return code;
  const places = assignedFunctions(parseAst(code, { lang: 'js' }).body, 0);
  let [text, end] = ['', 0];
  for (const place of places.sort((a, b) => a.at - b.at)) {
    text += code.slice(end, place.at) + place.text;
    end = place.at;
  }
  return text + code.slice(end);
}

/** Where what is to be inserted, in any order. */
function assignedFunctions(node, depth) {
  if (Array.isArray(node)) return node.flatMap((one) => assignedFunctions(one, depth));
  if (typeof node?.type !== 'string') return [];
  const within = isFunction(node) ? depth + 1 : depth;
  const places = Object.values(node).flatMap((part) =>
    typeof part === 'object' && part !== null ? assignedFunctions(part, within) : [],
  );
  if (node.type !== 'AssignmentExpression' || node.operator !== '=' || node.left.type !== 'MemberExpression')
    return places;
  const { right } = node;
  if (depth < OUTERMOST || !isFunction(right)) return places;
  return [...places, { at: right.start, text: '(0, ' }, { at: right.end, text: ')' }];
}

function isFunction({ type }) {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';
}
