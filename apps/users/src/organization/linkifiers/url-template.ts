const OPERATOR = '[+#./;?&]?';
const NAME_CHARACTER = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})';
const VARIABLE = `(${NAME_CHARACTER}(?:\\.?${NAME_CHARACTER})*)(?::[1-9][0-9]{0,3}|\\*)?`;
const EXPRESSION = new RegExp(`^${OPERATOR}(${VARIABLE}(?:,${VARIABLE})*)$`);
const PIECE = /([^{}]+)|\{([^{}]*)\}/y;

/**
 * The variables of an RFC 6570 template (levels 1 to 4), or null if the text is none. Expanding is left to url-template,
 * which takes any text.
 */
export function templateVariables(template: string): Set<string> | null {
  const names = new Set<string>();
  PIECE.lastIndex = 0;
  let position = 0;
  while (position < template.length) {
    PIECE.lastIndex = position;
    const piece = PIECE.exec(template);
    if (!piece) return null;
    position = PIECE.lastIndex;
    const [, , expression] = piece;
    if (expression === undefined) continue;
    const variables = EXPRESSION.exec(expression)?.[1];
    if (variables === undefined) return null;
    for (const variable of variables.split(',')) names.add(variable.replace(/(:\d+|\*)$/, ''));
  }
  return names;
}
