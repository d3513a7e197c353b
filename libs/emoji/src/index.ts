export { canonicalEmojiName, codeOfCharacters, codeToNames, nameToCode, serverEmojiDocument } from './emoji-table';
export {
  EXTRA_EMOJI_NAMES,
  checkEmoji,
  normalizeReactionType,
  resolveEmoji,
  resolveEmojiName,
} from './emoji-reference';
export type { CustomEmoji, EmojiReference, EmojiRequest, EmojiResult, EmojiType } from './emoji-reference';
