import type { RenderContext, RenderResult } from '../context';
import { render } from '../render';
import { sampleContext } from '../sample-context';

/** Renders for the sample organization, in which `part` is different. */
export function rendered(source: string, part: Partial<RenderContext> = {}): RenderResult {
  return render(source, { ...sampleContext, ...part });
}

/** The HTML alone. */
export function html(source: string, part: Partial<RenderContext> = {}): string {
  return rendered(source, part).html;
}

/** An input, its HTML, and the rule that the two show; the rule is the title of the test. */
export type RuleRow = readonly [rule: string, source: string, expected: string];

export function itFollows(rows: readonly RuleRow[], part: Partial<RenderContext> = {}): void {
  it.each(rows)('%s', (_rule, source, expected) => {
    expect(html(source, part)).toBe(expected);
  });
}

export const list = (tag: 'ul' | 'ol', ...items: string[]): string =>
  `<${tag}>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</${tag}>`;
export const loose = (text: string): string => `\n<p>${text}</p>\n`;
export const quote = (...blocks: string[]): string => `<blockquote>\n${blocks.join('\n')}\n</blockquote>`;
export const link = (href: string, text = href, title?: string): string =>
  `<a href="${href}"${title === undefined ? '' : ` title="${title}"`}>${text}</a>`;
export const code = (text: string): string =>
  `<div class="codehilite"><pre><span></span><code>${text}\n</code></pre></div>`;
export const emoji = (name: string, hex: string): string =>
  `<span aria-label="${name.replaceAll('_', ' ')}" class="emoji emoji-${hex}" role="img" title="${name.replaceAll('_', ' ')}">:${name}:</span>`;
export const ada = '<span class="user-mention" data-user-id="31">@Ada Byron</span>';
export const silentAda = '<span class="user-mention silent" data-user-id="31">Ada Byron</span>';
export const oncall = '<span class="user-group-mention" data-user-group-id="17">@oncall</span>';
export const silentOncall = '<span class="user-group-mention silent" data-user-group-id="17">oncall</span>';
