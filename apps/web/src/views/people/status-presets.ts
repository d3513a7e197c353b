import { canonicalEmojiName } from '@stoa/emoji';
import type { UserStatus } from '../../store/state';
import { type PeopleKey, tp } from '../../strings/people-strings';

/** What people say of themselves most (web-details.md L), by the code of its emoji. */
const PRESETS: readonly (readonly [code: string, key: PeopleKey])[] = [
  ['1f6e0', 'status.busy'],
  ['1f4c5', 'status.meeting'],
  ['1f68c', 'status.commuting'],
  ['1f915', 'status.sick'],
  ['1f334', 'status.vacation'],
  ['1f3e0', 'status.remote'],
  ['1f3e2', 'status.office'],
];

export type Preset = Required<Pick<UserStatus, 'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type'>>;

export function statusPresets(): readonly Preset[] {
  return PRESETS.map(([emoji_code, key]) => ({
    status_text: tp(key),
    emoji_name: canonicalEmojiName(emoji_code) ?? '',
    emoji_code,
    reaction_type: 'unicode_emoji',
  }));
}
