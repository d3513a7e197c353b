import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';

interface TextAreaProps {
  label: string;
  placeholder?: string;
  value: string;
  /** Takes the focus when it appears, with the caret at the end. */
  takesFocus?: boolean;
  describedBy?: string;
  /** The list that is open over it, and the line of it that Enter takes. */
  listId?: string;
  activeId?: string;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** The text or the place of the caret may have changed. */
  onCaret: () => void;
  onBlur: () => void;
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  ref: Ref<HTMLTextAreaElement>;
}

/** Text that was changed by something else than typing: the caret stays at the same place in what is written. */
function keepCaret(area: HTMLTextAreaElement, before: { text: string; caret: number }): void {
  const { value } = area;
  let same = 0;
  while (same < before.caret && value[same] === before.text[same]) same++;
  const caret = same === before.caret ? same : before.caret + value.length - before.text.length;
  if (document.activeElement === area) area.setSelectionRange(Math.max(same, caret), Math.max(same, caret));
}

/** Whether the style sheet lets the box grow. To measure it lays out the whole page, list of messages included. */
const growsByItself = globalThis.CSS?.supports('field-sizing', 'content') ?? false;

/** Where a message is written: it grows with its text. */
export function TextArea(props: TextAreaProps) {
  const { label, value, takesFocus, describedBy, listId, activeId, onChange, onCaret, ref, ...rest } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current);
  const typed = useRef({ text: value, caret: value.length });
  useLayoutEffect(() => {
    if (!area.current) return;
    if (value !== typed.current.text) keepCaret(area.current, typed.current);
    typed.current = { text: value, caret: area.current.selectionStart };
    if (growsByItself) return;
    area.current.style.blockSize = 'auto';
    area.current.style.blockSize = `${area.current.scrollHeight + 2}px`;
  }, [value]);
  useEffect(() => {
    if (!takesFocus || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [takesFocus]);
  return (
    <textarea
      {...rest}
      ref={area}
      className="input compose-text"
      aria-label={label}
      aria-describedby={describedBy}
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={activeId}
      rows={1}
      dir="auto"
      value={value}
      onChange={(event) => {
        typed.current = { text: event.target.value, caret: event.target.selectionStart };
        onChange(event.target.value);
        onCaret();
      }}
      onSelect={(event) => {
        typed.current = { text: typed.current.text, caret: event.currentTarget.selectionStart };
        onCaret();
      }}
    />
  );
}
