import { type ReactNode } from 'react';
import { t } from '../strings/strings';
import { Button } from './button';
import { Problem } from './problem';
import { Dialog } from './dialog';

interface ConfirmProps {
  title: string;
  children?: ReactNode;
  /** What the button does, as a verb. */
  action: string;
  isDanger?: boolean;
  isBusy?: boolean;
  /** Otherwise the button waits for something that has to be said first. */
  isReady?: boolean;
  problem?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that is hard to take back. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, isDanger, isBusy = false, isReady = true, problem, onConfirm, onClose } = props;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button kind={isDanger ? 'danger' : 'primary'} disabled={isBusy || !isReady} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <Problem text={problem} />
    </Dialog>
  );
}
