import { useClientState } from '../client/client';
import type { State } from '../store/state';
import { EmojiSign } from './emoji-sign';
import './people.css';

type Status = ReturnType<State['statuses']['get']>;

/** The emoji of a status, beside the name of whose it is; the text with it is its tooltip. */
export function StatusSign({ status }: { status: Status }) {
  const { emoji_name, emoji_code, reaction_type, status_text } = status ?? {};
  if (!emoji_name || !emoji_code || !reaction_type) return null;
  const text = status_text ?? emoji_name.replaceAll('_', ' ');
  return (
    <span className="status-emoji" role="img" aria-label={text} title={text}>
      <EmojiSign emoji={{ emoji_name, emoji_code, reaction_type }} />
    </span>
  );
}

/** The emoji that somebody has set. */
export function StatusEmoji({ userId }: { userId: number }) {
  return <StatusSign status={useClientState((state) => state.statuses.get(userId))} />;
}
