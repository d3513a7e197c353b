import { Trigger, type InlineRule } from './inline-state';

const INLINE_MATH = /(?<![\p{L}\p{N}_$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/gu;

/** `$$TEX$$` on one line (markdown.md 4.6). */
export const mathSpans: InlineRule = {
  all: Trigger.dollar,
  any: 0,
  apply(text, { stash, formulas }) {
    if (!text.includes('$$')) return text;
    return text.replace(INLINE_MATH, (_, tex: string) => stash.put(formulas.inlineHtml(tex)));
  },
};
