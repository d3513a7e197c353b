import { codeLanguageName } from './code-languages';
import { escapeLiteral, escapeLiteralAttribute } from './html';

function withoutOuterBlankLines(code: string): string {
  let start = 0;
  let end = code.length;
  while (start < end && code[start] === '\n') start++;
  while (end > start && code[end - 1] === '\n') end--;
  return code.slice(start, end);
}

/** The HTML of a code block (markdown.md 4.3). Tokens are not told apart: their classes are no part of the contract. */
export function codeBlockHtml(code: string, language: string): string {
  const text = escapeLiteral(withoutOuterBlankLines(code));
  if (language === '') {
    const quoted = text.replace(/"/g, '&quot;').replace(/'/g, '&#39;');
    return `<div class="codehilite"><pre><span></span><code>${quoted}\n</code></pre></div>`;
  }
  const name = escapeLiteralAttribute(codeLanguageName(language));
  return `<div class="codehilite" data-code-language="${name}"><pre><span></span><code>${text}\n</code></pre></div>`;
}
