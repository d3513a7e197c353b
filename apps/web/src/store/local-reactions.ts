import { changed } from './apply';
import type { Message } from './message';
import { applyReaction } from './reducers/messages';
import type { State } from './state';

/** No event of the service has this id. */
const LOCAL_EVENT = -1;

type Reaction = Pick<Message['reactions'][number], 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** The state with the user's own reaction added or removed in advance, as the event that follows will do it. */
export function withOwnReaction(state: State, messageId: number, reaction: Reaction, isSet: boolean): State {
  const { emoji_name, emoji_code, reaction_type } = reaction;
  const { email, full_name } = state.own;
  const common = {
    ...({ id: LOCAL_EVENT, type: 'reaction', message_id: messageId, user_id: state.userId } as const),
    ...{ user: { user_id: state.userId, email, full_name }, emoji_name, emoji_code, reaction_type },
  };
  return changed(state, (draft) =>
    applyReaction(draft, isSet ? { ...common, op: 'add' } : { ...common, op: 'remove' }),
  );
}
