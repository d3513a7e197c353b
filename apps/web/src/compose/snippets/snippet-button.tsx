import { NotebookText } from 'lucide-react';
import { lazy, useState } from 'react';
import { withWritingTexts } from '../../parts/with-writing-texts';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import { Awaited } from '../../parts/awaited';

const SnippetsDialog = lazy(() => withWritingTexts(import('./snippets-dialog')));

interface SnippetButtonProps {
  /** What is in the box: a new snippet begins with it. */
  text: string;
  onInsert: (text: string) => void;
}

/** Opens the texts that the user keeps for later messages. */
export function SnippetButton({ text, onInsert }: SnippetButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('compose.snippets')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <NotebookText size="1rem" aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Awaited onDrop={() => setOpen(false)}>
          <SnippetsDialog text={text} onInsert={onInsert} onClose={() => setOpen(false)} />
        </Awaited>
      )}
    </>
  );
}
