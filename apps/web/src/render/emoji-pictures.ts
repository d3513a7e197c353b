import { createContext } from 'react';
import type { FindEmojiPicture } from './facts';

/** What finds the pictures of emoji; they come later than the messages, and nothing but the emoji is drawn anew then. */
export const EmojiPictures = createContext<FindEmojiPicture | undefined>(undefined);
