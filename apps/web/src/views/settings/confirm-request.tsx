import type { ReactNode } from 'react';
import { useSubmit } from '../../client/submit';
import { Confirm } from '../../ui/confirm';

interface ConfirmRequestProps {
  title: string;
  /** What the button does, as a verb. */
  action: string;
  isReady?: boolean;
  request: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before something that is hard to take back, carries it out and closes; stays open with the words of a refusal. */
export function ConfirmRequest({ title, action, isReady, request, onClose, children }: ConfirmRequestProps) {
  const { isBusy, problem, submit } = useSubmit();
  return (
    <Confirm
      {...{ title, action, isReady, isBusy, problem, onClose }}
      isDanger
      onConfirm={() => void submit(request).then((isDone) => isDone && onClose())}
    >
      {children}
    </Confirm>
  );
}
