import type { ReactNode } from 'react';
import { useEmojiPictures } from '../client/emoji-pictures';
import { EmojiPictures } from '../render/emoji-pictures';

/** Draws the emoji of all messages as the user chose. */
export function EmojiLayer({ children }: { children: ReactNode }) {
  return <EmojiPictures value={useEmojiPictures()}>{children}</EmojiPictures>;
}
