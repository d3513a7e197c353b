import { Trash2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { OrderButtons, moved } from '../../parts/order-buttons';
import { t } from '../../strings/strings';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { composeRequest } from '../target';
import { type Item, type WidgetKind, widgetText } from './widget-text';
import './widget-dialog.css';

interface Row extends Item {
  readonly key: number;
}

const LONGEST_TEXT = 1000;
const FIRST_ROWS = 3;

let lastKey = 0;
const emptyRow = (): Row => ({ key: ++lastKey, text: '', description: '' });

/** There is always a row to write into. */
function withRoom(rows: readonly Row[]): readonly Row[] {
  return rows.at(-1)?.text === '' ? rows : [...rows, emptyRow()];
}

/** Enter leads to the next row, as in any list; from the last one it sends the form. */
function onRowKey(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const next = event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface RowFieldsProps {
  kind: WidgetKind;
  row: Row;
  index: number;
  count: number;
  onChange: (row: Row) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function RowFields({ kind, row, index, count, onChange, onMove, onRemove }: RowFieldsProps) {
  const name = t(`${kind}.item`, { number: index + 1 });
  const field = { className: 'input', maxLength: LONGEST_TEXT, dir: 'auto', onKeyDown: onRowKey } as const;
  return (
    <li className="widget-item">
      <input
        {...field}
        aria-label={name}
        placeholder={name}
        value={row.text}
        onChange={(event) => onChange({ ...row, text: event.target.value })}
      />
      {kind === 'todo' && (
        <input
          {...field}
          aria-label={t('todo.itemDescription', { number: index + 1 })}
          placeholder={t('todo.description')}
          value={row.description}
          onChange={(event) => onChange({ ...row, description: event.target.value })}
        />
      )}
      <span className="widget-item-tools">
        <OrderButtons name={name} index={index} count={count} onMove={onMove} />
        <IconButton label={t('widget.remove', { name })} disabled={count === 1} onClick={onRemove}>
          <Trash2 size="1rem" aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}

function Rows({
  kind,
  rows,
  onChange,
}: {
  kind: WidgetKind;
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
}) {
  return (
    <ol className="widget-items">
      {rows.map((row, index) => (
        <RowFields
          key={row.key}
          {...{ kind, row, index }}
          count={rows.length}
          onChange={(next) => onChange(rows.with(index, next))}
          onMove={(to) => onChange(moved(rows, index, to))}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
    </ol>
  );
}

/** Asks for what a poll or a list of tasks consists of, and puts the message that it becomes into the compose box. */
export default function WidgetDialog({ kind, onClose }: { kind: WidgetKind; onClose: () => void }) {
  const id = useId();
  const [heading, setHeading] = useState('');
  const [rows, setRows] = useState<readonly Row[]>(() => Array.from({ length: FIRST_ROWS }, emptyRow));
  const written = useRef<string>(undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (heading.trim() === '') return;
    written.current = widgetText(kind, heading, rows);
    onClose();
  };
  return (
    <Dialog
      title={t(`${kind}.create`)}
      onClose={onClose}
      onClosed={(event) => {
        if (written.current === undefined) return;
        // Who has made one goes on in the box, to send it.
        event.preventDefault();
        composeRequest.set({ text: written.current });
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={heading.trim() === ''}>
            {t('widget.insert')}
          </Button>
        </>
      }
    >
      <form id={id} className="widget-form" onSubmit={submit}>
        <label className="field">
          <span>{t(`${kind}.heading`)}</span>
          <input
            className="input"
            data-autofocus
            required
            maxLength={LONGEST_TEXT}
            dir="auto"
            value={heading}
            onChange={(event) => setHeading(event.target.value)}
          />
        </label>
        <fieldset>
          <legend>{t(`${kind}.items`)}</legend>
          <Rows kind={kind} rows={rows} onChange={(next) => setRows(withRoom(next))} />
        </fieldset>
      </form>
    </Dialog>
  );
}
