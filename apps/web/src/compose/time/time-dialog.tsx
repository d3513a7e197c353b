import { type FormEvent, useId, useState } from 'react';
import { fieldOf, secondsOf } from '../../parts/later-moments';
import { t } from '../../strings/strings';
import { tw } from '../../strings/writing-strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { nextHour, timeMarkup } from './zoned-time';
import '../../parts/parts.css';

interface TimeDialogProps {
  /** Closes. @param markup what stands in the message */
  onChoose: (markup: string) => void;
  onClose: () => void;
  onClosed: (event: Event) => void;
}

/** Asks for a time that everybody will see by their own clock (web-details.md D.3). */
export default function TimeDialog({ onChoose, onClose, onClosed }: TimeDialogProps) {
  const id = useId();
  const [field, setField] = useState(() => fieldOf(nextHour(new Date()).getTime() / 1000));
  const seconds = secondsOf(field);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (seconds === undefined) return;
    onChoose(timeMarkup(new Date(seconds * 1000)));
  };
  return (
    <Dialog
      title={tw('time.title')}
      description={tw('time.text')}
      size="small"
      onClose={onClose}
      onClosed={onClosed}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={seconds === undefined}>
            {tw('time.insert')}
          </Button>
        </>
      }
    >
      <form id={id} className="moment-form" onSubmit={onSubmit}>
        <label className="field">
          <span>{tw('later.when')}</span>
          <input
            className="input"
            type="datetime-local"
            required
            data-autofocus
            value={field}
            onChange={(event) => setField(event.target.value)}
          />
        </label>
        <div className="moment-presets">
          <Button onClick={() => setField(fieldOf(Date.now() / 1000))}>{tw('time.now')}</Button>
        </div>
        <p className="dialog-description">
          {tw('later.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        </p>
      </form>
    </Dialog>
  );
}
