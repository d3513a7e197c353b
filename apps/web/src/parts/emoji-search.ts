import { codeToNames } from '@stoa/emoji';
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

/** Ranges of code points as people look for them: faces and hands first, flags last. */
const ORDER: readonly (readonly [first: number, last: number])[] = [
  [0x1f600, 0x1f64f],
  [0x1f910, 0x1f92f],
  [0x1f970, 0x1f97a],
  [0x1fae0, 0x1fae9],
  [0x1f440, 0x1f487],
  [0x1f48b, 0x1f4af],
  [0x1f400, 0x1f43f],
  [0x1f980, 0x1f9ae],
  [0x1f300, 0x1f32c],
  [0x1f32d, 0x1f37f],
  [0x1f380, 0x1f3ff],
];
const FLAGS = [0x1f1e6, 0x1f1ff] as const;

function rankOf(code: string): number {
  const first = Number.parseInt(code, 16);
  if (first >= FLAGS[0] && first <= FLAGS[1]) return ORDER.length + 1;
  const position = ORDER.findIndex(([from, to]) => first >= from && first <= to);
  return position < 0 ? ORDER.length : position;
}

const unicode: readonly EmojiChoice[] = [...codeToNames]
  .map(([code, names]) => ({ code, names, rank: rankOf(code) }))
  .sort((a, b) => a.rank - b.rank || a.code.localeCompare(b.code))
  .map(({ code, names }) => ({
    names,
    emoji_name: names[0] ?? code,
    emoji_code: code,
    reaction_type: 'unicode_emoji' as const,
  }));

/** Everything that can be chosen: the organization's own, then all others. Own ones hide those of the same name. */
export function allEmoji(custom: Iterable<CustomEmoji>): { own: EmojiChoice[]; others: EmojiChoice[] } {
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
  const others = unicode.filter(({ names }) => !names.some((name) => taken.has(name)));
  return { own, others };
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
