import { parseTime } from '../time-parser';
import { escapeLiteral } from '../html';
import { Trigger, type InlineRule } from './inline-state';

const OPENING = '<time:';

/** `<time:TEXT>` (markdown.md 10); what is no time is shown as it was written. */
export const timestamps: InlineRule = {
  all: Trigger.less | Trigger.colon,
  any: 0,
  apply(text, { stash }) {
    let output = '';
    let position = 0;
    for (let start = text.indexOf(OPENING); start >= 0; start = text.indexOf(OPENING, position)) {
      const end = text.indexOf('>', start);
      if (end < 0) break;
      const source = text.slice(start + OPENING.length, end);
      const time = parseTime(source);
      const html =
        time === null
          ? escapeLiteral(text.slice(start, end + 1))
          : `<time datetime="${time}">${escapeLiteral(source)}</time>`;
      output += text.slice(position, start) + stash.put(html);
      position = end + 1;
    }
    return output + text.slice(position);
  },
};
