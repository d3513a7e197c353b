import { type FormEvent, type ReactNode, useId } from 'react';
import { t } from '../../strings/strings';
import { useSubmit } from '../../client/submit';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';

interface FormDialogProps {
  title: string;
  description?: string;
  /** What the button does, as a verb. */
  action: string;
  /** Otherwise something is still missing. */
  isReady?: boolean;
  size?: 'small' | 'medium' | 'large';
  /** What follows is shown in its place: only its owner closes it. */
  staysOpen?: boolean;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a window: it closes when the service has accepted it; else it says why, and keeps what was typed. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    action,
    isReady = true,
    size = 'small',
    staysOpen = false,
    onSubmit,
    onClose,
    children,
  } = props;
  const id = useId();
  const { isBusy, problem, submit } = useSubmit();
  const onSent = (event: FormEvent): void => {
    event.preventDefault();
    // A form in a dialog over a form belongs to the outer one in React's tree.
    event.stopPropagation();
    void submit(onSubmit).then((isDone) => isDone && !staysOpen && onClose());
  };
  return (
    <Dialog
      title={title}
      description={description}
      size={size}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={isBusy || !isReady}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} className="settings-form" onSubmit={onSent}>
        {children}
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
