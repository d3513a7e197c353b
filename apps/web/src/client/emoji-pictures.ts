import { useEffect, useMemo } from 'react';
import type { FindEmojiPicture } from '../render/facts';
import { Store, useSlice } from '../store/store';
import { useClientState } from './client';

type Sheets = typeof import('./emoji-sheets');

const loaded = new Store<Sheets | undefined>(undefined);
let isAsked = false;

/** Characters stand there until the pictures come, and when they do not. */
function load(): void {
  if (isAsked) return;
  isAsked = true;
  import('./emoji-sheets').then(loaded.set, (error: unknown) => {
    isAsked = false;
    reportError(error);
  });
}

/** Emoji as text are not drawn, whatever else is chosen is. */
const TEXT = 'text';

/** How emoji are drawn, as the user chose (`emojiset`); undefined for characters of the system's font. */
export function useEmojiPictures(): FindEmojiPicture | undefined {
  const set = useClientState((state) => state.settings.emojiset);
  const sheets = useSlice(loaded, (value) => value);
  useEffect(() => {
    if (set !== TEXT) load();
  }, [set]);
  return useMemo(() => sheets?.picturesOf(set), [sheets, set]);
}
