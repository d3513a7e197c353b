import { Paperclip, Smile } from 'lucide-react';
import { type ClipboardEvent, memo, useRef } from 'react';
import { EmojiButton } from '../parts/emoji-button';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';
import type { Uploads } from './uploads';

/** The files of a paste; none where text comes with a picture of itself, as from spreadsheets. */
export function pastedFiles({ clipboardData }: ClipboardEvent): File[] {
  return clipboardData.getData('text/plain').trim() === '' ? [...clipboardData.files] : [];
}

export function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Chooses files. */
export const UploadButton = memo(function UploadButton({ uploads }: { uploads: Uploads }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('upload.choose')} onClick={() => input.current?.click()}>
        <Paperclip size="1rem" aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('upload.choose')}
        onChange={(event) => {
          uploads.add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </>
  );
});

/** Types the name of an emoji that is chosen from all. */
export const EmojiNameButton = memo(function EmojiNameButton({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <EmojiButton
      button={(open) => (
        <IconButton label={t('compose.emoji')} aria-haspopup="dialog" onClick={open}>
          <Smile size="1rem" aria-hidden="true" />
        </IconButton>
      )}
      label={t('compose.emoji')}
      align="start"
      onChoose={({ emoji_name }) => onChoose(`:${emoji_name}: `)}
    />
  );
});
