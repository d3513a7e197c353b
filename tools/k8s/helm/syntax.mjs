/** Everything that a template may contain between {{ and }}; anything else is refused rather than guessed. */
const TOKEN =
  /\s*(?:(?<string>"(?:[^"\\]|\\.)*")|(?<raw>`[^`]*`)|(?<number>-?\d+(?:\.\d+)?)(?![\w.])|(?<declare>:=)|(?<punctuation>[=|(),])|(?<field>(?:\.[A-Za-z_]\w*)+)|(?<variable>\$\w*)(?<path>(?:\.[A-Za-z_]\w*)*)|(?<dot>\.)|(?<word>[A-Za-z_]\w*))/y;
const KEYWORDS = new Set(['if', 'else', 'end', 'range', 'with', 'define', 'template']);

export class TemplateError extends Error {
  constructor(origin, line, message) {
    super(`${origin}:${line}: ${message}`);
    this.name = 'TemplateError';
  }
}

const lineAt = (text, position) => text.slice(0, position).split('\n').length;

/**
 * A template as alternating pieces of text and actions. `{{-` and `-}}` take the white space beside them, as Go does it:
 * the minus sign needs white space between itself and the action.
 */
export function* splitTemplate(text, origin) {
  const action = /\{\{(-(?=\s))?(\/\*[\s\S]*?\*\/|(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|[^"`}]|\}(?!\}))*?)(\s-)?\}\}/g;
  let end = 0;
  let trimNext = false;
  for (const match of text.matchAll(action)) {
    let before = text.slice(end, match.index);
    if (before.includes('{{')) break;
    if (trimNext) before = before.trimStart();
    if (match[1]) before = before.trimEnd();
    if (before) yield { text: before };
    const line = lineAt(text, match.index);
    if (!match[2].trimStart().startsWith('/*')) yield { tokens: tokenize(match[2], origin, line), line };
    trimNext = match[3] !== undefined || /\*\/\s+-$/.test(match[2]);
    end = match.index + match[0].length;
  }
  const rest = text.slice(end);
  if (rest.includes('{{')) throw new TemplateError(origin, lineAt(text, end + rest.indexOf('{{')), 'no such action');
  if (rest) yield { text: trimNext ? rest.trimStart() : rest };
}

function tokenize(source, origin, line) {
  const tokens = [];
  const trimmed = source.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(trimmed);
    if (!found) throw new TemplateError(origin, line, `cannot read ${trimmed.slice(start)}`);
    const { groups } = found;
    const [kind, value] = Object.entries(groups).find(([name, text]) => text !== undefined && name !== 'path');
    const isWord = kind === 'word' && KEYWORDS.has(value);
    tokens.push({ kind: isWord ? 'keyword' : kind, value, path: groups.path ?? '', isApart: /^\s/.test(found[0]) });
  }
  return tokens;
}

/** Reads the pipelines of one action. */
class ActionParser {
  constructor({ tokens, line }, origin) {
    Object.assign(this, { tokens, line, origin, position: 0 });
  }

  peek() {
    return this.tokens[this.position];
  }

  fail(message) {
    throw new TemplateError(this.origin, this.line, message);
  }

  take(kind, value) {
    const token = this.peek();
    if (!token || token.kind !== kind || (value !== undefined && token.value !== value)) return undefined;
    this.position++;
    return token;
  }

  end() {
    if (this.peek()) this.fail(`unexpected ${this.peek().value}`);
  }

  /** `$name :=`, `$name =`, or `$index, $value :=` before a pipeline. */
  target() {
    const start = this.position;
    const names = [];
    do {
      const variable = this.take('variable');
      if (!variable || variable.path) break;
      names.push(variable.value);
    } while (this.take('punctuation', ','));
    if (names.length > 0 && this.take('declare')) return { names, isNew: true };
    if (names.length === 1 && this.take('punctuation', '=')) return { names, isNew: false };
    this.position = start;
    return undefined;
  }

  pipeline() {
    const commands = [this.command()];
    while (this.take('punctuation', '|')) commands.push(this.command());
    return { type: 'pipeline', commands, line: this.line };
  }

  command() {
    const operands = [];
    for (let operand = this.operand(); operand; operand = this.operand()) operands.push(operand);
    if (operands.length === 0) this.fail('a value is missing');
    return operands;
  }

  operand() {
    if (this.take('punctuation', '(')) {
      const inner = this.pipeline();
      if (!this.take('punctuation', ')')) this.fail('a ) is missing');
      const field = this.peek()?.kind === 'field' && !this.peek().isApart ? this.take('field') : undefined;
      return field ? { type: 'field', of: inner, path: field.value.slice(1).split('.') } : inner;
    }
    const token = this.peek();
    if (!token || ['punctuation', 'declare', 'keyword'].includes(token.kind)) return undefined;
    this.position++;
    return this.simple(token);
  }

  simple({ kind, value, path }) {
    if (kind === 'string') return { type: 'literal', value: JSON.parse(value) };
    if (kind === 'raw') return { type: 'literal', value: value.slice(1, -1) };
    if (kind === 'number') return { type: 'literal', value: Number(value) };
    if (kind === 'dot') return { type: 'dot' };
    if (kind === 'field') return { type: 'field', of: { type: 'dot' }, path: value.slice(1).split('.') };
    if (kind === 'word' && ['true', 'false', 'nil'].includes(value))
      return { type: 'literal', value: value === 'nil' ? null : value === 'true' };
    if (kind === 'word') return { type: 'function', name: value };
    const variable = { type: 'variable', name: value };
    return path ? { type: 'field', of: variable, path: path.slice(1).split('.') } : variable;
  }
}

/** Reads the blocks of one file: `if`, `range` and `with` up to their `end`, and templates that are defined on the way. */
class FileParser {
  constructor(text, origin, templates) {
    Object.assign(this, { origin, templates, pieces: [...splitTemplate(text, origin)], position: 0 });
  }

  /** @returns nodes, and the action that ended them; none at the end of the file */
  nodes(isInner) {
    const nodes = [];
    while (this.position < this.pieces.length) {
      const piece = this.pieces[this.position++];
      if (piece.text !== undefined) {
        nodes.push({ type: 'text', text: piece.text });
        continue;
      }
      const parser = new ActionParser(piece, this.origin);
      const keyword = parser.take('keyword')?.value;
      if (keyword === 'end' || keyword === 'else') {
        if (!isInner) parser.fail(`unexpected ${keyword}`);
        return { nodes, closing: { keyword, parser } };
      }
      const node = this.node(keyword, parser);
      if (node) nodes.push(node);
    }
    if (isInner) throw new TemplateError(this.origin, this.pieces.at(-1)?.line ?? 1, 'an end is missing');
    return { nodes };
  }

  node(keyword, parser) {
    if (keyword === 'define') return this.definition(parser);
    if (keyword === 'template') {
      const name = JSON.parse(parser.take('string')?.value ?? parser.fail('template needs a name'));
      const argument = parser.peek() ? parser.pipeline() : undefined;
      parser.end();
      return { type: 'template', name, argument, line: parser.line };
    }
    if (keyword) return this.block(keyword, parser);
    const target = parser.target();
    const pipeline = parser.pipeline();
    parser.end();
    return { type: 'action', target, pipeline, line: parser.line };
  }

  definition(parser) {
    const name = JSON.parse(parser.take('string')?.value ?? parser.fail('define needs a name'));
    parser.end();
    const { nodes, closing } = this.nodes(true);
    if (closing.keyword !== 'end') closing.parser.fail('unexpected else');
    this.templates.set(name, { nodes, origin: this.origin });
    return undefined;
  }

  block(keyword, parser) {
    const target = parser.target();
    const pipeline = parser.pipeline();
    parser.end();
    const { nodes, closing } = this.nodes(true);
    const block = { type: keyword, target, pipeline, nodes, otherwise: [], line: parser.line };
    if (closing.keyword === 'else') block.otherwise = this.otherwise(closing.parser);
    else closing.parser.end();
    return block;
  }

  /** `else`, or `else if` and `else with`, which are blocks of their own that share the `end`. */
  otherwise(parser) {
    const keyword = parser.take('keyword')?.value;
    if (keyword) return [this.block(keyword, parser)];
    parser.end();
    const { nodes, closing } = this.nodes(true);
    if (closing.keyword !== 'end') closing.parser.fail('unexpected else');
    closing.parser.end();
    return nodes;
  }
}

/**
 * Reads one file of templates.
 * @param templates map of the templates by name; those that the file defines are added
 * @throws TemplateError naming file and line
 */
export function parseTemplate(text, origin, templates) {
  return new FileParser(text, origin, templates).nodes(false).nodes;
}
