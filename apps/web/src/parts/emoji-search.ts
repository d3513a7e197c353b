import { codeToNames } from '@stoa/emoji';
import groupCodes from '../client/emoji-groups.json';
import type { CustomEmoji } from '../store/state';

/** An emoji that can be chosen: its names, the usual one first, and how it is written in a reaction. */
export interface EmojiChoice {
  readonly names: readonly string[];
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  /** A picture of the organization; a character otherwise. */
  readonly url?: string;
}

export function characterOf(code: string): string {
  return String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)));
}

/** Groups of Unicode's emoji, in their order, as keyboards show them. */
export const EMOJI_GROUPS = [
  ...(['smileys', 'people', 'nature', 'food', 'travel', 'activities', 'objects', 'symbols', 'flags'] as const),
] as const;
export type EmojiGroup = (typeof EMOJI_GROUPS)[number];

function choiceOf(code: string): EmojiChoice {
  const names = codeToNames.get(code) ?? [code];
  return { names, emoji_name: names[0] ?? code, emoji_code: code, reaction_type: 'unicode_emoji' };
}

interface Group {
  readonly name: EmojiGroup;
  readonly choices: readonly EmojiChoice[];
}

/** From Unicode's own data (emoji-test.txt), for the emoji that the service knows. */
const unicode: readonly Group[] = EMOJI_GROUPS.map((name) => ({
  name,
  choices: groupCodes[name].split(' ').map(choiceOf),
}));

/** Everything that can be chosen: the organization's own, then all others. Own ones hide those of the same name. */
export function allEmoji(custom: Iterable<CustomEmoji>): {
  own: readonly EmojiChoice[];
  groups: readonly Group[];
  /** Those of all groups. */
  others: readonly EmojiChoice[];
} {
  const own = [...custom]
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url }) => ({
      names: [name],
      emoji_name: name,
      emoji_code: String(id),
      reaction_type: 'realm_emoji' as const,
      url: source_url,
    }));
  const taken = new Set(own.map(({ emoji_name }) => emoji_name));
  const groups = unicode.map(({ name, choices }) => ({
    name,
    choices: choices.filter(({ names }) => !names.some((one) => taken.has(one))),
  }));
  return { own, groups, others: groups.flatMap(({ choices }) => choices) };
}

/** What people react with most, before they have chosen anything themselves. */
export const POPULAR: readonly string[] = [
  '1f44d',
  '1f389',
  '1f642',
  '2764',
  '1f6e0',
  '1f419',
  '1f440',
  '2705',
  '1f602',
];

/** Exact, popular at the start of a word, at the start, at the start of a word, anywhere: the smaller the better. */
function scoreOf({ names, emoji_code, url }: EmojiChoice, query: string): number | undefined {
  let best: number | undefined;
  for (const name of names) {
    const at = ` ${name}`.indexOf(query);
    const startsWord = new RegExp(`(?:^|_)${query.replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&')}`, 'u').test(name);
    const isPopular = POPULAR.includes(emoji_code);
    const score =
      name === query ? 0 : startsWord && isPopular ? 1 : name.startsWith(query) ? (url ? 2 : 3) : startsWord ? 4 : 5;
    if (at >= 0 && (best === undefined || score < best)) best = score;
  }
  return best;
}

/** Emoji by a part of a name, the best first, each once (web-details.md D.3). */
export function findEmoji(choices: readonly EmojiChoice[], text: string, most = Infinity): EmojiChoice[] {
  const query = text.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  const found = choices.flatMap((choice) => {
    const score = scoreOf(choice, query);
    return score === undefined ? [] : [{ choice, score }];
  });
  return found
    .sort((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ choice }) => choice);
}
