import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useSubmit } from '../client/submit';
import { t } from '../strings/strings';
import { tw } from '../strings/writing-strings';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Problem } from '../ui/problem';
import { SOONEST_SECONDS, fieldOf, laterMoments, secondsOf } from './later-moments';
import './parts.css';

interface MomentDialogProps {
  title: string;
  /** What the button does, as a verb. */
  action: string;
  /** Rejects with the service's reason, which is shown. */
  onChoose: (seconds: number) => Promise<unknown>;
  onClose: () => void;
  onClosed?: (event: Event) => void;
  children?: ReactNode;
}

/** Asks for a time that is ahead: one of those that are often wanted, or any other. Times are those of this device. */
export function MomentDialog({ title, action, onChoose, onClose, onClosed, children }: MomentDialogProps) {
  const id = useId();
  const { isBusy, problem, submit } = useSubmit();
  const [now] = useState(() => new Date());
  const moments = laterMoments(now);
  const soonest = Math.ceil(now.getTime() / 1000) + SOONEST_SECONDS;
  const [field, setField] = useState(() => fieldOf(moments.find(({ name }) => name === 'tomorrow')?.at ?? soonest));
  const seconds = secondsOf(field);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (seconds !== undefined) void submit(() => onChoose(seconds)).then((isDone) => isDone && onClose());
  };
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      onClosed={onClosed}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={isBusy || seconds === undefined}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} className="moment-form" onSubmit={onSubmit}>
        <div className="moment-presets" role="group" aria-label={tw('later.presets')}>
          {moments.map(({ name, at }) => (
            <Button key={name} aria-pressed={fieldOf(at) === field} onClick={() => setField(fieldOf(at))}>
              {tw(`later.${name}`)}
            </Button>
          ))}
        </div>
        <label className="field">
          <span>{tw('later.when')}</span>
          <input
            className="input"
            type="datetime-local"
            required
            data-autofocus
            min={fieldOf(soonest)}
            value={field}
            onChange={(event) => setField(event.target.value)}
          />
        </label>
        <p className="dialog-description">
          {tw('later.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        </p>
        {children}
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
