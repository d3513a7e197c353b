import { Clock } from 'lucide-react';
import { type RefObject, Suspense, lazy, memo, useCallback, useRef, useState } from 'react';
import { withWritingTexts } from '../parts/with-writing-texts';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';
import type { LongPaste } from './paste/paste';
import { insertText } from './text-edits';

const TimeDialog = lazy(() => withWritingTexts(import('./time/time-dialog')));
const LongPasteDialog = lazy(() => withWritingTexts(import('./paste/long-paste-dialog')));

/** What a box asks before it types something. */
type Question =
  | { readonly kind: 'time'; readonly from: number; readonly to: number }
  | { readonly kind: 'paste'; readonly paste: LongPaste };

/** The questions of a box; the answer is typed where the caret was, and the box has the focus again. */
export function useEditorDialogs(area: RefObject<HTMLTextAreaElement | null>) {
  const [question, setQuestion] = useState<Question>();
  // A dialog holds the focus until it is gone: only then can something be typed.
  const answer = useRef<() => void>(undefined);
  const close = (): void => setQuestion(undefined);
  const toArea = (event: Event): void => {
    event.preventDefault();
    area.current?.focus();
    answer.current?.();
    answer.current = undefined;
  };
  const onAnswer = (work: () => void): void => {
    answer.current = work;
    close();
  };
  /** @param from where what the time replaces begins; the selection unless it is given */
  const askTime = useCallback(
    (from?: number): void => {
      const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
      setQuestion({ kind: 'time', from: from ?? selectionStart, to: selectionEnd });
    },
    [area],
  );
  const typeTime = (markup: string, from: number, to: number): void => {
    const { current } = area;
    if (!current) return;
    current.setSelectionRange(from, to);
    insertText(current, `${markup} `);
  };
  const dialogs = question && (
    <Suspense>
      {question.kind === 'time' ? (
        <TimeDialog
          onChoose={(markup) => onAnswer(() => typeTime(markup, question.from, question.to))}
          onClose={close}
          onClosed={toArea}
        />
      ) : (
        <LongPasteDialog {...question.paste} onAnswer={onAnswer} onClose={close} onClosed={toArea} />
      )}
    </Suspense>
  );
  return { dialogs, askTime, askPaste: (paste: LongPaste) => setQuestion({ kind: 'paste', paste }) };
}

/** Opens the question for a time. */
export const TimeButton = memo(function TimeButton({ onAsk, disabled }: { onAsk: () => void; disabled: boolean }) {
  return (
    <IconButton label={t('compose.time')} aria-haspopup="dialog" disabled={disabled} onClick={() => onAsk()}>
      <Clock size="1rem" aria-hidden="true" />
    </IconButton>
  );
});
