import type { Message } from '../../store/message';

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
