import { useClientState } from '../client/client';

interface EmojiSignProps {
  emoji: { emoji_name: string; emoji_code: string; reaction_type: string };
}

/** An emoji as it is drawn: a character, a picture of the organization, its name where there is neither. */
export function EmojiSign({ emoji: { emoji_name, emoji_code, reaction_type } }: EmojiSignProps) {
  const custom = useClientState((state) => state.emoji.get(emoji_code));
  if (reaction_type === 'unicode_emoji') {
    return String.fromCodePoint(...emoji_code.split('-').map((code) => Number.parseInt(code, 16)));
  }
  const url = reaction_type === 'realm_emoji' ? (custom?.still_url ?? custom?.source_url) : undefined;
  return url ? <img className="emoji" src={url} alt="" /> : `:${emoji_name}:`;
}
