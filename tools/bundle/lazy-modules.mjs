import { parseAst } from 'rolldown/parseAst';

/**
 * Code in which V8 compiles a module when it is loaded for the first time. Brackets around a function tell it to compile that at
 * once, and rolldown puts them around every module, so that what V8 keeps beside the code would hold those too that no start loads.
 * @param {string} code as rolldown makes it, of nothing but ASCII
 */
export function withLazyModules(code) {
  let [text, end] = ['', 0];
  for (const wrapped of wrappedModules(parseAst(code, { lang: 'js', preserveParens: true }).body)) {
    text += code.slice(end, wrapped.start) + code.slice(wrapped.expression.start, wrapped.expression.end);
    end = wrapped.end;
  }
  return text + code.slice(end);
}

/** The functions in brackets, in the order of the code. */
function wrappedModules(statements) {
  return statements
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations.map(({ init }) => init))
    .filter((value) => value?.type === 'CallExpression' && isWrapper(value.callee))
    .map((call) => call.arguments[0])
    .filter(({ type }) => type === 'ParenthesizedExpression');
}

/** In the file that has it, and in those that load that file. */
function isWrapper({ name, property }) {
  return /^__(commonJS|esm)(Min)?$/.test(name ?? property?.name ?? '');
}
