import { t } from '../../strings/strings';
import { tw } from '../../strings/writing-strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { LongPaste } from './paste';

interface LongPasteDialogProps extends LongPaste {
  /** Closes, and then does what was chosen. */
  onAnswer: (work: () => void) => void;
  onClose: () => void;
  onClosed: (event: Event) => void;
}

/** Asks what becomes of a text that is too long to read in a message (web-details.md D.5). */
export default function LongPasteDialog(props: LongPasteDialogProps) {
  const { count, canAttach, paste, attach, onAnswer, onClose, onClosed } = props;
  return (
    <Dialog
      title={tw('paste.title')}
      description={tw('paste.question', { count })}
      size="small"
      onClose={onClose}
      onClosed={onClosed}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button onClick={() => onAnswer(paste)}>{tw('paste.asText')}</Button>
          {canAttach && (
            <Button kind="primary" data-autofocus onClick={() => onAnswer(attach)}>
              {tw('paste.asFile')}
            </Button>
          )}
        </>
      }
    />
  );
}
