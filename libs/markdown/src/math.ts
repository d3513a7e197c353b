import { escapeLiteral } from './html';

/** Inline math in the form for formulas that are not typeset: the source, marked as such (markdown.md 4.6). */
export function inlineMathHtml(tex: string): string {
  return `<span class="tex-error">$$${escapeLiteral(tex)}$$</span>`;
}

/** Display math, one formula per blank-line separated part, in the form for formulas that are not typeset. */
export function displayMathHtml(text: string): string {
  const parts = text.split('\n\n').map((part) => `<span class="tex-error">${escapeLiteral(part)}</span>`);
  return `<p>${parts.join('\n\n')}</p>`;
}
