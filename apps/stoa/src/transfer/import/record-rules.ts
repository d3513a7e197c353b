import { normalizeContent, normalizeTopic } from '@stoa/markdown';
import { isEmailAddress } from '@stoa/policy';
import { isKey } from '@stoa/storage';
import { IdMap } from './id-map';
import { RecordProblem, Row, numberOf, textOf } from './record-mapper';

const ROLES: ReadonlySet<number> = new Set([100, 200, 300, 400, 600]);
const REACTION_TYPES: ReadonlySet<string> = new Set(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']);

function oneOf(row: Row, column: string, values: ReadonlySet<unknown>): void {
  if (!values.has(row[column])) throw new RecordProblem(`${column} is none of ${[...values].join(', ')}`);
}

function isText(value: unknown, check: (text: string) => boolean): boolean {
  return typeof value === 'string' && check(value);
}

/**
 * The code of a custom emoji is its id, as text; that of others stays.
 * @returns the code with the new id. @throws RecordProblem
 */
export function newEmojiCode(row: Row, ids: IdMap): unknown {
  const { reaction_type: type, emoji_code: code } = row;
  if (type !== 'realm_emoji' || code === '') return code;
  const id = ids.newId('custom_emoji', Number(code));
  if (id === undefined) throw new RecordProblem(`emoji_code ${String(code)} is not in the archive`);
  return String(id);
}

/** What the services keep true of rows and the database does not: by table. */
const RULES: Readonly<Record<string, (row: Row, ids: IdMap) => void>> = {
  account: (row) => {
    oneOf(row, 'role', ROLES);
    if (!isText(row.delivery_email, isEmailAddress)) throw new RecordProblem('delivery_email is no address');
    if (textOf(row, 'full_name').trim() === '') throw new RecordProblem('full_name is empty');
    if (typeof row.password_hash === 'string' && !isText(row.password_hash, (hash) => hash.startsWith('$argon2id$'))) {
      throw new RecordProblem('password_hash is not made by argon2id');
    }
    if (typeof row.avatar_key === 'string' && !isText(row.avatar_key, (key) => /^[\w-]{1,100}$/.test(key))) {
      throw new RecordProblem('avatar_key is no part of a file’s name');
    }
  },
  user_group: (row) => oneOf(row, 'kind', new Set([1, 2, 3])),
  channel: (row) => {
    if (textOf(row, 'name').trim() === '') throw new RecordProblem('name is empty');
  },
  custom_emoji: (row) => {
    if (!/^[^/\\]{1,200}$/.test(textOf(row, 'file_name'))) throw new RecordProblem('file_name is no name of a file');
  },
  user_topic: (row) => oneOf(row, 'visibility_policy', new Set([1, 2, 3])),
  reaction: (row, ids) => {
    oneOf(row, 'reaction_type', REACTION_TYPES);
    newEmojiCode(row, ids);
  },
  user_status: (row, ids) => void newEmojiCode(row, ids),
  message: (row) => {
    const content = normalizeContent(textOf(row, 'content'));
    if (!content.ok) throw new RecordProblem(content.msg);
    const topic = normalizeTopic(typeof row.topic === 'string' ? row.topic : '');
    if (!topic.ok) throw new RecordProblem(topic.msg);
  },
  attachment: (row) => {
    const pathId = textOf(row, 'path_id');
    if (!/^\d+\/./.test(pathId)) throw new RecordProblem('path_id does not begin with an organization');
    if (!isKey(pathId)) throw new RecordProblem('path_id is no key of a file');
    if (numberOf(row, 'size') < 0) throw new RecordProblem('size is negative');
  },
};

/** @throws RecordProblem */
export function checkRecord(table: string, row: Row, ids: IdMap): void {
  RULES[table]?.(row, ids);
}
