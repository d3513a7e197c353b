import type { Message } from '../store/message';
import { Store } from '../store/store';
import type { Client } from './client';

/** The message that keys are about. */
export interface Selection {
  readonly messageId: number;
  /** The keyboard brought it here: the focus follows. */
  readonly takesFocus: boolean;
}

export const selection = new Store<Selection | undefined>(undefined);

/** The selected message; none where no list of messages is on the screen. */
export function selectedMessage({ store }: Pick<Client, 'store'>): Message | undefined {
  const selected = selection.get();
  return selected && store.get().messages.get(selected.messageId);
}
