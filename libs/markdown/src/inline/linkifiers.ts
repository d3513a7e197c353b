import { escapeText } from '../html';
import { anchorHtml } from '../links/anchor';
import type { CompiledLinkifier } from '../links/linkifier';
import { relativeToRealm, sanitizeUrl } from '../links/url';
import type { InlineRule, InlineState } from './inline-state';

function applyOne(linkifier: CompiledLinkifier, text: string, { context, stash }: InlineState): string {
  let output = '';
  let position = 0;
  for (const { start, end, url } of linkifier.matches(text)) {
    const label = text.slice(start, end);
    const sanitized = label.includes('\u0002') ? null : sanitizeUrl(url);
    if (sanitized === null) continue;
    const href = relativeToRealm(sanitized, context.realmUrl);
    output += text.slice(position, start) + stash.put(anchorHtml(href, escapeText(label)));
    position = end;
  }
  return position === 0 ? text : output + text.slice(position);
}

/** The organization's patterns, one after the other: the first that matches a stretch owns it (markdown.md 11.1). */
export const linkifierLinks: InlineRule = {
  all: 0,
  any: 0,
  apply(text, state) {
    return (state.context.linkifiers ?? []).reduce((current, linkifier) => applyOne(linkifier, current, state), text);
  },
};
