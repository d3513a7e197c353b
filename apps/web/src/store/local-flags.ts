import { changed } from './apply';
import { applyFlags } from './reducers/flags';
import type { State } from './state';

/** No event of the service has this id. */
const LOCAL_EVENT = -1;

/** The state with a personal mark set or removed in advance, as the event that follows will do it. */
export function withFlag(state: State, messages: number[], flag: string, isSet: boolean): State {
  const common = { id: LOCAL_EVENT, type: 'update_message_flags', flag, messages, all: false } as const;
  return changed(state, (draft) =>
    applyFlags(
      draft,
      isSet ? { ...common, op: 'add', operation: 'add' } : { ...common, op: 'remove', operation: 'remove' },
    ),
  );
}
