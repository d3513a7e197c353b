import { useClientState } from '../client/client';
import { EmojiSign } from './emoji-sign';
import './people.css';

/** The emoji that somebody has set, beside the name; the text with it is its tooltip. */
export function StatusEmoji({ userId }: { userId: number }) {
  const status = useClientState((state) => state.statuses.get(userId));
  const { emoji_name, emoji_code, reaction_type, status_text } = status ?? {};
  if (!emoji_name || !emoji_code || !reaction_type) return null;
  const text = status_text ?? emoji_name.replaceAll('_', ' ');
  return (
    <span className="status-emoji" role="img" aria-label={text} title={text}>
      <EmojiSign emoji={{ emoji_name, emoji_code, reaction_type }} />
    </span>
  );
}
