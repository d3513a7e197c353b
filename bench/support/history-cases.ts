import { JsonObject, numberField, textField } from './json';
import type { SeededRealm } from './seed';
import { WORDS } from './seed-texts';

/** A page of history that is read. */
export interface NarrowCase {
  name: string;
  narrow: (realm: SeededRealm) => unknown[];
  /** Asked by a user of the small organization. */
  isSmall?: boolean;
  /** What every message of the page must be. */
  holds: (message: JsonObject, realm: SeededRealm) => boolean;
}

function term(operator: string, operand: string | number): { operator: string; operand: string | number } {
  return { operator, operand };
}

function channelOf(realm: SeededRealm): number {
  const [channel] = realm.channels;
  if (!channel) throw new Error('the organization has no channel');
  return channel.id;
}

const content = (message: JsonObject): string => textField(message, 'content');
const isInChannel = (message: JsonObject, realm: SeededRealm): boolean =>
  numberField(message, 'stream_id') === channelOf(realm);
const isInTopic = (message: JsonObject, realm: SeededRealm): boolean =>
  isInChannel(message, realm) && textField(message, 'subject') === 'topic 0';

export const HISTORY_CASES: readonly NarrowCase[] = [
  {
    name: '(a) channel and topic',
    narrow: (realm) => [term('channel', channelOf(realm)), term('topic', 'topic 0')],
    holds: isInTopic,
  },
  {
    name: '(b) channel',
    narrow: (realm) => [term('channel', channelOf(realm))],
    holds: isInChannel,
  },
  {
    name: '(b) direct conversation',
    narrow: (realm) => [{ operator: 'dm', operand: [realm.users[1]?.id ?? 0] }],
    holds: (message, realm) =>
      textField(message, 'type') === 'private' &&
      realm.users.slice(0, 2).some(({ id }) => id === numberField(message, 'sender_id')),
  },
  { name: '(c) all', narrow: () => [], holds: () => true },
  {
    name: '(d) rare word',
    narrow: () => [term('search', WORDS.rare)],
    holds: (message) => content(message).includes(WORDS.rare),
  },
  {
    name: '(d) uncommon word',
    narrow: () => [term('search', WORDS.uncommon)],
    holds: (message) => content(message).includes(WORDS.uncommon),
  },
  {
    name: '(e) common word',
    narrow: () => [term('search', WORDS.common)],
    holds: (message) => content(message).includes(WORDS.common),
  },
  {
    name: '(f) sender and common word',
    narrow: (realm) => [term('sender', realm.users[1]?.id ?? 0), term('search', WORDS.common)],
    holds: (message, realm) =>
      content(message).includes(WORDS.common) && numberField(message, 'sender_id') === realm.users[1]?.id,
  },
  {
    name: '(g) channel and common word',
    narrow: (realm) => [term('channel', channelOf(realm)), term('search', WORDS.common)],
    holds: (message, realm) => content(message).includes(WORDS.common) && isInChannel(message, realm),
  },
  {
    name: '(h) common word, small organization',
    isSmall: true,
    narrow: () => [term('search', WORDS.common)],
    holds: (message) => content(message).includes(WORDS.common),
  },
  {
    name: '(h) uncommon word, small organization',
    isSmall: true,
    narrow: () => [term('search', WORDS.uncommon)],
    holds: (message) => content(message).includes(WORDS.uncommon),
  },
];
