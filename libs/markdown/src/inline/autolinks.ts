import { escapeText } from '../html';
import { anchorHtml } from '../links/anchor';
import { findAutolinks } from '../links/autolink-scanner';
import { relativeToRealm, sanitizeUrl } from '../links/url';
import { Trigger, type InlineRule } from './inline-state';

/** URLs, domains and email addresses in running text (markdown.md 5.2). */
export const autolinks: InlineRule = {
  all: 0,
  any: Trigger.dot | Trigger.colon,
  apply(text, { context, stash }) {
    let output = '';
    let position = 0;
    for (const { start, end } of findAutolinks(text)) {
      const label = text.slice(start, end);
      const sanitized = sanitizeUrl(label);
      if (sanitized === null) continue;
      const href = relativeToRealm(sanitized, context.realmUrl);
      output += text.slice(position, start) + stash.put(anchorHtml(href, escapeText(label)));
      position = end;
    }
    return output + text.slice(position);
  },
};
