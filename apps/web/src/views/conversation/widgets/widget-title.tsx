import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../../strings/strings';
import { IconButton } from '../../../ui/button';
import { LONGEST_TEXT } from './widget-limits';

interface WidgetTitleProps {
  id: string;
  text: string;
  /** Stands there if there is no text. */
  placeholder: string;
  /** What the pencil does, and the name of the field. */
  editLabel: string;
  /** Absent for those who may not change it. */
  onSave?: (text: string) => void;
}

function TitleField({ text, editLabel, onSave, onClose }: WidgetTitleProps & { onClose: () => void }) {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const save = (): void => {
    const next = typed.trim();
    if (next !== '' && next !== text) onSave?.(next);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      className="widget-line"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input
        ref={field}
        className="input"
        aria-label={editLabel}
        maxLength={LONGEST_TEXT}
        dir="auto"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton type="submit" label={t('edit.save')}>
        <Check size="1rem" aria-hidden="true" />
      </IconButton>
      <IconButton label={t('dialog.cancel')} onClick={onClose}>
        <X size="1rem" aria-hidden="true" />
      </IconButton>
    </form>
  );
}

/** What a widget is about; its author edits it in its place. */
export function WidgetTitle(props: WidgetTitleProps) {
  const { id, text, placeholder, editLabel, onSave } = props;
  const [isEdited, setEdited] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && !isEdited) pencil.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (isEdited) return <TitleField {...props} onClose={() => setEdited(false)} />;
  return (
    <div className="widget-head">
      <p id={id} className="widget-title" data-placeholder={text === '' || undefined} dir="auto">
        {text || placeholder}
      </p>
      {onSave && (
        <IconButton ref={pencil} label={editLabel} onClick={() => setEdited(true)}>
          <Pencil size="0.875rem" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
