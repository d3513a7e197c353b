import { codeToNames, nameToCode } from './emoji-table';

/** Where an emoji comes from; the wire values of `reaction_type` (messages.md 12). */
export type EmojiType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';

/** A custom emoji of the organization, as far as name checks need it. */
export interface CustomEmoji {
  id: number | string;
  name: string;
  deactivated: boolean;
}

/** An emoji that has been checked: what is stored with a reaction or a status. */
export interface EmojiReference {
  emojiName: string;
  emojiCode: string;
  reactionType: EmojiType;
}

export type EmojiResult = { ok: true; emoji: EmojiReference } | { ok: false; code: 'BAD_REQUEST'; msg: string };

/** What a request says about an emoji; absent parts are undefined. */
export interface EmojiRequest {
  emojiName: string;
  emojiCode?: string;
  reactionType?: string;
}

/** Built-in emoji outside of Unicode; their code is their name. The second is the neutral twin of the first. */
export const EXTRA_EMOJI_NAMES: readonly string[] = ['zulip', 'stoa'];

const failure = (msg: string): EmojiResult => ({ ok: false, code: 'BAD_REQUEST', msg });

/** The stored spelling of a reaction type: both spellings of the extra type are accepted; others are returned as given. */
export function normalizeReactionType(type: string): string {
  return type === 'service_extra_emoji' ? 'zulip_extra_emoji' : type;
}

/**
 * Finds the emoji of a bare name: active custom emoji, then the built-in extra ones, then Unicode (messages.md 12).
 * Fails with `Emoji '{name}' does not exist`.
 */
export function resolveEmojiName(emojiName: string, customEmoji: Iterable<CustomEmoji>): EmojiResult {
  for (const custom of customEmoji) {
    if (custom.name === emojiName && !custom.deactivated) {
      return { ok: true, emoji: { emojiName, emojiCode: String(custom.id), reactionType: 'realm_emoji' } };
    }
  }
  if (EXTRA_EMOJI_NAMES.includes(emojiName)) {
    return { ok: true, emoji: { emojiName, emojiCode: emojiName, reactionType: 'zulip_extra_emoji' } };
  }
  const code = nameToCode(emojiName);
  if (code === undefined) return failure(`Emoji '${emojiName}' does not exist`);
  return { ok: true, emoji: { emojiName, emojiCode: code, reactionType: 'unicode_emoji' } };
}

/** Checks that name, code and type belong together and may be used now (messages.md 12). */
export function checkEmoji(emoji: Required<EmojiRequest>, customEmoji: Iterable<CustomEmoji>): EmojiResult {
  const { emojiName, emojiCode } = emoji;
  const reactionType = normalizeReactionType(emoji.reactionType);
  switch (reactionType) {
    case 'realm_emoji': {
      const custom = [...customEmoji].find(({ id }) => String(id) === emojiCode);
      if (custom === undefined) return failure('Invalid custom emoji.');
      if (custom.name !== emojiName) return failure('Invalid custom emoji name.');
      if (custom.deactivated) return failure('This custom emoji has been deactivated.');
      break;
    }
    case 'zulip_extra_emoji':
      if (!EXTRA_EMOJI_NAMES.includes(emojiCode)) return failure('Invalid emoji code.');
      if (emojiName !== emojiCode) return failure('Invalid emoji name.');
      break;
    case 'unicode_emoji': {
      const names = codeToNames.get(emojiCode);
      if (names === undefined) return failure('Invalid emoji code.');
      if (!names.includes(emojiName)) return failure('Invalid emoji name.');
      break;
    }
    default:
      return failure('Invalid emoji type.');
  }
  return { ok: true, emoji: { emojiName, emojiCode, reactionType } };
}

/**
 * The emoji that a request means: parts that are absent are looked up from the name, then everything is checked
 * (messages.md 12, users.md 10).
 */
export function resolveEmoji(request: EmojiRequest, customEmoji: Iterable<CustomEmoji>): EmojiResult {
  const { emojiName, emojiCode, reactionType } = request;
  const custom = [...customEmoji];
  if (emojiCode !== undefined && reactionType !== undefined) {
    return checkEmoji({ emojiName, emojiCode, reactionType }, custom);
  }
  const byName = resolveEmojiName(emojiName, custom);
  if (!byName.ok) return byName;
  return checkEmoji(
    {
      emojiName,
      emojiCode: emojiCode ?? byName.emoji.emojiCode,
      reactionType: reactionType ?? byName.emoji.reactionType,
    },
    custom,
  );
}
