import { Trigger, type InlineRule } from './inline-state';

/** A rule that wraps what `pattern` captures first. */
function wrapping(trigger: number, pattern: RegExp, open: string, close: string): InlineRule {
  return {
    all: trigger,
    any: 0,
    apply(text, state, index) {
      return text.replace(pattern, (_, content: string) =>
        state.stash.put(`${open}${state.renderInner(content, index + 1)}${close}`),
      );
    },
  };
}

/** `***both***` */
export const strongEmphasis = wrapping(
  Trigger.star,
  /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g,
  '<strong><em>',
  '</em></strong>',
);

/** `**strong**` */
export const strong = wrapping(Trigger.star, /\*\*([^\n]+?)\*\*/g, '<strong>', '</strong>');

/** `*em*` */
export const emphasis = wrapping(Trigger.star, /\*(?!\s)([^*^\n]+)(?<!\s)\*/g, '<em>', '</em>');

/** `~~del~~` */
export const deletion = wrapping(Trigger.tilde, /(?<!~)~~([^~\n]+?)~~(?!~)/g, '<del>', '</del>');
