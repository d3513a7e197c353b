import { type MouseEvent, useEffect, useRef } from 'react';
import { useClient } from '../../client/client';
import { composeIsOpen } from '../../client/device-choices';
import { composeRequest, type Request, targetKey, targetOfMessage, typedTarget } from '../../compose/target';
import type { Narrow } from '../../narrow/terms';
import { isSpectator } from '../../store/spectator';
import { isPlainClick } from '../../ui/plain-click';
import { isTouch } from '../../ui/touch';
import { reply } from './actions/message-actions';

/** The message that was pressed. */
function pressedMessage({ target, currentTarget }: MouseEvent): number | undefined {
  // What is open over the view is no part of it, though its presses come here.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined;
  const row = target.closest('article[data-message-id]');
  return row ? Number(row.getAttribute('data-message-id')) : undefined;
}

/** Milliseconds in which a second press makes a word of the first: a box that opened meanwhile would move the text. */
const SECOND_PRESS_MS = 300;

/**
 * A press on a message answers it, as far as nothing is being written to somewhere else (web-details.md D.1). Fingers
 * press for many reasons: where they do, buttons open the box.
 */
export function useClickToReply(view: Narrow): (event: MouseEvent) => void {
  const { store } = useClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef<Request>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), [view]);
  return (event) => {
    clearTimeout(waiting.current);
    // A box that is still being loaded would take the focus when it is there, and with it what is selected by now.
    if (asked.current && composeRequest.get() === asked.current) composeRequest.set(undefined);
    const id = pressedMessage(event);
    if (id === undefined || isTouch() || !isPlainClick(event)) return;
    const answer = (): void => {
      const state = store.get();
      const message = state.messages.get(id);
      if (!message || isSpectator(state)) return;
      const typed = typedTarget.get();
      if (typed && targetKey(typed) !== targetKey(targetOfMessage(message))) return;
      reply(message, view);
      asked.current = composeRequest.get();
    };
    if (composeIsOpen.get()) answer();
    else waiting.current = setTimeout(answer, SECOND_PRESS_MS);
  };
}
