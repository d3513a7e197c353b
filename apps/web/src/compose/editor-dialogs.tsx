import { Clock } from 'lucide-react';
import { type RefObject, Suspense, lazy, memo, useCallback, useRef, useState } from 'react';
import { withWritingTexts } from '../parts/with-writing-texts';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';
import type { LongPaste } from './paste/paste';
import { insertText } from './text-edits';
import { ComingHere } from '../parts/awaited';

const TimeDialog = lazy(() => withWritingTexts(import('./time/time-dialog')));
const LongPasteDialog = lazy(() => withWritingTexts(import('./paste/long-paste-dialog')));

/** Of the text of a box, in UTF-16 units. */
interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** What a box asks before it types something. */
type Question = ({ readonly kind: 'time' } & TextRange) | { readonly kind: 'paste'; readonly paste: LongPaste };

function selectionIn({ current }: RefObject<HTMLTextAreaElement | null>): TextRange {
  return { from: current?.selectionStart ?? 0, to: current?.selectionEnd ?? 0 };
}

function typeTime(area: HTMLTextAreaElement | null, markup: string, { from, to }: TextRange): void {
  if (!area) return;
  area.setSelectionRange(from, to);
  insertText(area, `${markup} `);
}

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
      const selection = selectionIn(area);
      setQuestion({ kind: 'time', ...selection, from: from ?? selection.from });
    },
    [area],
  );
  const dialogs = question && (
    <Suspense fallback={<ComingHere onDrop={close} />}>
      {question.kind === 'time' ? (
        <TimeDialog
          onChoose={(markup) => onAnswer(() => typeTime(area.current, markup, question))}
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
