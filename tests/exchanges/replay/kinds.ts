import { Json } from './scenario';

const isWhole = (value: Json): value is number => Number.isInteger(value);
const isBetween = (value: Json, low: number, high: number) => typeof value === 'number' && value > low && value < high;

/** Expectations that stand for any value of a kind. */
export const VALUE_KINDS: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['$time', (value) => isWhole(value) && isBetween(value, 1e9, 1e11)],
  ['$time_float', (value) => isBetween(value, 1e9, 1e11)],
  ['$time_ms', (value) => isWhole(value) && isBetween(value, 1e12, 1e14)],
  ['$any', () => true],
  ['$string', (value) => typeof value === 'string'],
  ['$number', (value) => typeof value === 'number'],
  ['$int', (value) => isWhole(value)],
  ['$boolean', (value) => typeof value === 'boolean'],
  ['$array', (value) => Array.isArray(value)],
  ['$object', (value) => value !== null && typeof value === 'object' && !Array.isArray(value)],
  ['$uuid', (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)],
]);

const KIND_OF_PATH: ReadonlyMap<string, string> = new Map([
  ['messages', 'message'],
  ['users', 'user'],
  ['users/me', 'user'],
  ['bots', 'user'],
  ['streams', 'channel'],
  ['channels/create', 'channel'],
  ['get_stream_id', 'channel'],
  ['user_groups', 'group'],
  ['user_groups/create', 'group'],
]);

const KIND_OF_KEY: readonly [RegExp, string][] = [
  [/^(user_id|sender_id|bot_owner_id|creator_id|bot_id)$/, 'user'],
  [/^(stream_id|channel_id)$/, 'channel'],
  [/^(message_id|first_message_id|max_message_id)$/, 'message'],
  [/^(group_id|user_group_id)$/, 'group'],
];

/** What ids of an endpoint are called: the words that stand before the id in its path. */
function kindOfPath(target: string): string {
  const [plain = ''] = target.replace(/^\/?(api\/v1\/)?/, '').split('?');
  const words = plain.split('/').filter((word) => !/^\d+$|^\$\{/.test(word));
  return KIND_OF_PATH.get(words.join('/')) ?? KIND_OF_PATH.get(words[0] ?? '') ?? words.join('_').replace(/s$/, '');
}

/** The kind of an id that an answer has under a key: ids of different kinds may be equal. */
export function kindOfKey(key: string, target: string): string {
  for (const [pattern, kind] of KIND_OF_KEY) if (pattern.test(key)) return kind;
  if (/^(scheduled_message|reminder|saved_snippet|channel_folder|draft)_id$/.test(key)) return key.replace(/_id$/, '');
  return kindOfPath(target);
}
