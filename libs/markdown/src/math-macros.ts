import type { KatexOptions } from 'katex';

/** A piece of a formula's source, as KaTeX keeps it. */
interface Token {
  text: string;
}

/** A macro that a formula defines. Tokens are in reverse order. */
interface Definition {
  tokens: Token[];
  numArgs: number;
  delimiters?: string[][];
}

/** What KaTeX offers to macros that are functions. */
interface ArgumentReader {
  consumeArgs(count: number, delimiters?: string[][]): Token[][];
}

export type Macros = NonNullable<KatexOptions['macros']>;

function isDefinition(value: unknown): value is Definition {
  if (typeof value !== 'object' || value === null || 'unexpandable' in value) return false;
  return 'tokens' in value && Array.isArray(value.tokens) && 'numArgs' in value && typeof value.numArgs === 'number';
}

function isArgumentReader(value: object): value is ArgumentReader {
  return 'consumeArgs' in value && typeof value.consumeArgs === 'function';
}

/** The argument that the placeholder at `index` stands for, from 1; 0 if none is there. `#` is behind its number. */
function argumentAt(tokens: readonly Token[], index: number): number {
  if (tokens[index]?.text !== '#') return 0;
  const number = tokens[index - 1]?.text ?? '';
  return /^[1-9]$/.test(number) ? Number(number) : 0;
}

/** How many tokens an expansion puts in place of a name. */
function sizeOf({ tokens }: Definition, args: readonly (readonly Token[])[]): number {
  let size = 0;
  for (let index = 0; index < tokens.length; index++) size += args[argumentAt(tokens, index) - 1]?.length ?? 1;
  return size;
}

function substitute(tokens: readonly Token[], args: readonly (readonly Token[])[]): Token[] {
  const result: Token[] = [];
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    if (token === undefined) continue;
    const argument = argumentAt(tokens, index);
    if (argument > 0) {
      const replacement = args[argument - 1];
      if (replacement === undefined) throw new RangeError('The macro has no such argument');
      for (let position = replacement.length - 1; position >= 0; position--) {
        const part = replacement[position];
        if (part !== undefined) result.push(part);
      }
      index--;
    } else if (token.text === '#') {
      // Two in a row stand for one.
      if (tokens[index - 1]?.text !== '#') throw new RangeError('The macro has a placeholder without number');
      result.push(token);
      index--;
    } else result.push(token);
  }
  return result.reverse();
}

/**
 * Names that a formula defines, for KaTeX to keep. KaTeX bounds the number of expansions, but not what they put in place of
 * a name: a macro of 300 times its argument, used three times in itself, is 27 million tokens. So every definition becomes a
 * function, and `charge` gets the size of each expansion before it is made; it throws when that is too much.
 */
export function countedMacros(charge: (tokens: number) => void): Macros {
  const counted = (definition: Definition) => (context: object) => {
    if (!isArgumentReader(context)) throw new TypeError('KaTeX calls macros in another way');
    const { tokens, numArgs, delimiters } = definition;
    const args = context.consumeArgs(numArgs, delimiters);
    charge(Math.max(1, sizeOf(definition, args)));
    return { tokens: numArgs === 0 ? tokens : substitute(tokens, args), numArgs: 0 };
  };
  const macros: Macros = {};
  return new Proxy(macros, {
    set: (target, name, value) => Reflect.set(target, name, isDefinition(value) ? counted(value) : value),
  });
}
