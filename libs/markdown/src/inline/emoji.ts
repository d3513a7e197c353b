import { EXTRA_EMOJI_NAMES, canonicalEmojiName, codeOfCharacters, nameToCode } from '@stoa/emoji';
import { escapeLiteralAttribute } from '../html';
import { Trigger, type InlineRule, type InlineState } from './inline-state';

const NAME = /:([\p{L}\p{N}_\-+]+):/gu;

const EMOTICON = /(?<![^\s,.;?!()[\]"'])(?::\)|\(:|:\(|<3|:\||:\/|;\)|:D|:[oO]|:[pP])(?![^\s,.;?!()[\]"'])/g;
const EMOTICON_NAMES: ReadonlyMap<string, string> = new Map([
  [':)', 'slight_smile'],
  ['(:', 'slight_smile'],
  [':(', 'frown'],
  ['<3', 'heart'],
  [':|', 'neutral'],
  [':/', 'confused'],
  [';)', 'wink'],
  [':D', 'smile'],
  [':o', 'open_mouth'],
  [':O', 'open_mouth'],
  [':p', 'stuck_out_tongue'],
  [':P', 'stuck_out_tongue'],
]);

// A whole sequence: flag, keycap, or pictographs with modifiers and tags, joined by zero-width joiners.
const ELEMENT = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?\u20E3?[\u{E0020}-\u{E007F}]*`;
const SEQUENCE = new RegExp(
  String.raw`\p{Regional_Indicator}{2}|[0-9#*]\uFE0F\u20E3|${ELEMENT}(?:\u200D${ELEMENT})*`,
  'gu',
);
/** Unassigned pictographs are emoji of a Unicode version newer than the runtime's. */
const EMOJI_BY_DEFAULT = /^[\p{Emoji_Presentation}\p{Cn}]$/u;

function unicodeEmojiHtml(name: string, code: string): string {
  const title = name.replaceAll('_', ' ');
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`;
}

function imageEmojiHtml(name: string, source: string): string {
  const title = escapeLiteralAttribute(name.replaceAll('_', ' '));
  return `<img alt=":${escapeLiteralAttribute(name)}:" class="emoji" src="${escapeLiteralAttribute(source)}" title="${title}">`;
}

function namedEmojiHtml(name: string, { context }: InlineState): string | undefined {
  const custom = context.customEmoji?.get(name);
  if (custom !== undefined) return imageEmojiHtml(name, custom.sourceUrl);
  if (EXTRA_EMOJI_NAMES.includes(name)) {
    return imageEmojiHtml(name, `/static/generated/emoji/images/emoji/unicode/${name}.png`);
  }
  const code = nameToCode(name);
  return code === undefined ? undefined : unicodeEmojiHtml(name, code);
}

/** `:name:` of custom, built-in and Unicode emoji (markdown.md 6). */
export const emojiNames: InlineRule = {
  all: Trigger.colon,
  any: 0,
  apply(text, state) {
    return text.replace(NAME, (whole, name: string) => {
      const html = namedEmojiHtml(name, state);
      return html === undefined ? whole : state.stash.put(html);
    });
  },
};

/** `:)` and the like, for authors who want it. */
export const emoticons: InlineRule = {
  all: 0,
  any: Trigger.colon | Trigger.semicolon | Trigger.less,
  apply(text, { context, stash }) {
    if (context.translateEmoticons !== true) return text;
    return text.replace(EMOTICON, (whole) => {
      const name = EMOTICON_NAMES.get(whole) ?? '';
      const code = nameToCode(name);
      return code === undefined ? whole : stash.put(unicodeEmojiHtml(name, code));
    });
  },
};

/** Emoji characters; sequences that the table does not list, and characters that are text by default, stay. */
export const unicodeEmoji: InlineRule = {
  all: Trigger.wide,
  any: 0,
  apply(text, { stash }) {
    return text.replace(SEQUENCE, (sequence) => {
      const isSingle = sequence.length <= 2 && [...sequence].length === 1;
      if (isSingle && !EMOJI_BY_DEFAULT.test(sequence)) return sequence;
      const code = codeOfCharacters(sequence);
      const name = canonicalEmojiName(code);
      return name === undefined ? sequence : stash.put(unicodeEmojiHtml(name, code));
    });
  },
};
