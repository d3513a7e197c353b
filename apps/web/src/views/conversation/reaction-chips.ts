import type { Message } from '../../store/message';
import type { State } from '../../store/state';
import { userOf } from '../../store/users';
import { listText, t } from '../../strings/strings';

type Reaction = Message['reactions'][number];

export interface Chip {
  readonly reaction: Reaction;
  readonly userIds: readonly number[];
}

/** Reactions of one kind together, in the order of the first of each. */
export function chipsOf(reactions: readonly Reaction[]): Chip[] {
  const chips = new Map<string, { reaction: Reaction; userIds: number[] }>();
  for (const reaction of reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    const chip = chips.get(key) ?? { reaction, userIds: [] };
    chip.userIds.push(reaction.user_id);
    chips.set(key, chip);
  }
  return [...chips.values()];
}

/** Who reacted: oneself first, the others in the order in which they did. */
export function namesOfReactors(state: Pick<State, 'users' | 'userId'>, userIds: readonly number[]): string {
  const others = userIds.filter((id) => id !== state.userId).map((id) => userOf(state, id).full_name);
  const names = others.length < userIds.length ? [t('user.you'), ...others] : others;
  return listText(names);
}
