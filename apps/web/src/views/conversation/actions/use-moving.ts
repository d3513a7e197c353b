import { useState } from 'react';
import { failureText } from '../../../client/act';
import type { ChannelMessage } from '../../../store/message';
import { type Move, type PartialMove, moveMessages } from './move';

/** What became of trying to move messages, beside the plan that was tried. */
export function useMoving(onDone: (move: Move) => void) {
  const [isMoving, setMoving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [partial, setPartial] = useState<PartialMove>();
  const submit = async (move: Move, from: ChannelMessage): Promise<void> => {
    setMoving(true);
    setFailure(undefined);
    setPartial(undefined);
    try {
      const result = await moveMessages(from, move);
      if (result.kind === 'done') return onDone(move);
      if (result.kind === 'partial') setPartial(result.partial);
      else setFailure(result.reason);
    } catch (error) {
      // What is known of the move comes with its event.
      setFailure(failureText(error));
    } finally {
      setMoving(false);
    }
  };
  /** Moves only what may be moved. */
  const submitAllowed = (move: Move, from: ChannelMessage): void => {
    if (partial === undefined || partial.firstId === null) return;
    void submit({ ...move, scope: 'change_later' }, { ...from, id: partial.firstId });
  };
  return { isMoving, failure, partial, submit, submitAllowed };
}
