import { escapeLiteral, escapeLiteralAttribute } from '../html';
import { codeLanguage } from './code-languages';
import { lexerOf } from './lexers';

/** What the code itself says about its language: `#!python`, `#!/bin/bash`, `:::js` in the first line (markdown.md 4.3). */
const FIRST_LINE = /^(?::{2,}|#!)(?:(?:\/\w+)*[/ ])?([\w#.+-]+)/;

function withoutOuterBlankLines(code: string): string {
  let start = 0;
  let end = code.length;
  while (start < end && code[start] === '\n') start++;
  while (end > start && code[end - 1] === '\n') end--;
  return code.slice(start, end);
}

function unnamed(html: string): string {
  return `<div class="codehilite"><pre><span></span><code>${html}\n</code></pre></div>`;
}

/** The HTML of a code block, with the token classes that clients style (markdown.md 4.3). `language` is '' if none is named. */
export function codeBlockHtml(code: string, language: string): string {
  const text = withoutOuterBlankLines(code);
  if (language === '') {
    const { grammar } = codeLanguage(FIRST_LINE.exec(text)?.[1] ?? '');
    const lexer = grammar === null ? undefined : lexerOf(grammar);
    if (lexer !== undefined) return unnamed(lexer.html(text));
    return unnamed(escapeLiteral(text).replace(/"/g, '&quot;').replace(/'/g, '&#39;'));
  }
  const { name, grammar } = codeLanguage(language);
  const html = (grammar === null ? undefined : lexerOf(grammar))?.html(text) ?? escapeLiteral(text);
  return `<div class="codehilite" data-code-language="${escapeLiteralAttribute(name)}"><pre><span></span><code>${html}\n</code></pre></div>`;
}
