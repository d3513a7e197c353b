import { nameToCode } from '@stoa/emoji';

/** Names that Slack has and the service knows under another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  simple_smile: 'slight_smile',
  slightly_smiling_face: 'slight_smile',
  white_check_mark: 'check_mark',
  heavy_check_mark: 'check',
  thumbsup: '+1',
  thumbsdown: '-1',
  hankey: 'poop',
  raised_hands: 'raised_hands',
  face_with_rolling_eyes: 'rolling_eyes',
  tada: 'tada',
};

/** The service's name and code of a Slack emoji; undefined if it has none (a workspace's own emoji are not exported). */
export function slackEmoji(name: string): { name: string; code: string } | undefined {
  const plain = name.replace(/::skin-tone-\d$/, '');
  for (const candidate of [plain, OTHER_NAMES[plain]]) {
    const code = candidate === undefined ? undefined : nameToCode(candidate);
    if (candidate !== undefined && code !== undefined) return { name: candidate, code };
  }
  return undefined;
}
