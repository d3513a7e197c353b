import { useContext } from 'react';
import { useClientState } from '../client/client';
import { EmojiPictures } from '../render/emoji-pictures';
import '../render/emoji.css';

interface EmojiSignProps {
  emoji: { emoji_name: string; emoji_code: string; reaction_type: string };
}

function characterOf(code: string): string {
  return String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
}

/** An emoji of Unicode: a picture of the set that the user chose, or the character of the system's font. */
export function DrawnEmoji({ code }: { code: string }) {
  const find = useContext(EmojiPictures);
  const picture = find?.(code);
  const character = characterOf(code);
  if (!picture) return character;
  // What is copied is the character.
  return (
    <span
      className="emoji-drawn"
      style={{ backgroundImage: `url("${picture.url}")`, backgroundPosition: picture.position }}
    >
      {character}
    </span>
  );
}

/** An emoji as the user wants it: drawn, a picture of the organization, or its name where it is neither. */
export function EmojiSign({ emoji: { emoji_name, emoji_code, reaction_type } }: EmojiSignProps) {
  const custom = useClientState((state) => state.emoji.get(emoji_code));
  const isText = useClientState((state) => state.settings.emojiset === 'text');
  if (reaction_type === 'unicode_emoji' && !isText) return <DrawnEmoji code={emoji_code} />;
  const url = reaction_type === 'realm_emoji' ? (custom?.still_url ?? custom?.source_url) : undefined;
  return url ? <img className="emoji" src={url} alt="" /> : `:${emoji_name}:`;
}
