/** What the planner's statistics say of a search; all are estimates. */
export interface SearchFrequency {
  /** Messages of all organizations. */
  messages: number;
  /** Those of all organizations that the query finds. */
  matches: number;
  /** Messages that a walk would go through at most: of the organization, the sender or the narrow's conversations. */
  walkable: number;
}

/** How the matches nearest to an anchor are found: all of them by the index, or some in a walk through so many messages. */
export type SearchWay = { by: 'index' } | { by: 'walk'; messages: number };

/** So many messages are read without looking at another way: that takes milliseconds. */
export const FIRST_WALK = 16_384;
/** Walks may read so many times the messages that the statistics say are needed. */
const WALK_SLACK = 4;
const LONGEST_WALK = 200_000;
/** What one hit of the search index costs, in messages that a walk reads. */
const HIT_COST = 1.5;

/**
 * A frequent word's newest matches are near: walking finds them soon. A rare word's are few: the index finds them all, those
 * of other organizations too. A walk reads only what the organization (or sender, or conversation) has, to the end if that
 * is little; but never more than its length, since there may be far more than the statistics say.
 */
export function searchWay({ messages, matches, walkable }: SearchFrequency, limit: number): SearchWay {
  if (messages === 0) return { by: 'walk', messages: FIRST_WALK };
  // An organization that is younger than the statistics seems to have nothing.
  const within = Math.min(messages, Math.max(walkable, FIRST_WALK));
  const needed = Math.min(within, (limit * messages) / Math.max(1, matches));
  const longest = needed * WALK_SLACK;
  if (needed > matches * HIT_COST || Math.min(within, longest) > LONGEST_WALK) return { by: 'index' };
  return { by: 'walk', messages: Math.ceil(Math.min(LONGEST_WALK, Math.max(FIRST_WALK, longest))) };
}
