import { DomainError, badRequest } from '@stoa/errors';
import { DEFAULT_EXTERNAL_ACCOUNTS, PROFILE_FIELD_TYPES } from '../../shared/realm-facts/server-facts';

export const MOST_SUMMARY_FIELDS = 2;
const LONGEST_NAME = 40;
const LONGEST_HINT = 80;
const USERNAME = '%(username)s';

const { SHORT_TEXT, SELECT, USER, EXTERNAL_ACCOUNT } = PROFILE_FIELD_TYPES;
const TYPE_IDS: readonly number[] = Object.values(PROFILE_FIELD_TYPES).map(({ id }) => id);
/** Short texts and external accounts, by which people know each other elsewhere. */
const FOR_MATCHING: readonly number[] = [SHORT_TEXT.id, EXTERNAL_ACCOUNT.id];
const NEVER_IN_SUMMARY: readonly number[] = [USER.id];

export type FieldData = Readonly<Record<string, unknown>>;

/** What is stored of a field, besides its place. */
export interface ProfileFieldText {
  name: string;
  hint: string;
  /** JSON text; '' where the type has none. */
  field_data: string;
}

export interface ProposedField {
  field_type: number;
  name: string;
  hint: string;
  data: FieldData;
  display_in_profile_summary: boolean;
  use_for_user_matching: boolean;
}

type DefaultAccount = (typeof DEFAULT_EXTERNAL_ACCOUNTS)[keyof typeof DEFAULT_EXTERNAL_ACCOUNTS];

/** The server's own account type that a field stands for, if it does (organization.md 8). */
export function defaultExternalAccount(type: number, data: FieldData): DefaultAccount | undefined {
  if (type !== EXTERNAL_ACCOUNT.id || typeof data.subtype !== 'string') return undefined;
  const accounts: Readonly<Record<string, DefaultAccount>> = DEFAULT_EXTERNAL_ACCOUNTS;
  return Object.hasOwn(accounts, data.subtype) ? accounts[data.subtype] : undefined;
}

/**
 * Checks a field as it would be, and says what is stored of it.
 * @throws DomainError with the texts of organization.md 8, in their order
 */
export function checkProfileField(field: ProposedField): ProfileFieldText {
  if (field.field_type === SELECT.id) checkOptions(field.data);
  if (field.field_type === EXTERNAL_ACCOUNT.id) checkExternalAccount(field.data);
  const account = defaultExternalAccount(field.field_type, field.data);
  if (!account) checkTexts(field);
  if (!TYPE_IDS.includes(field.field_type)) throw badRequest('Invalid field type.');
  if (field.display_in_profile_summary && NEVER_IN_SUMMARY.includes(field.field_type)) {
    throw badRequest('Field type not supported for display in profile summary.');
  }
  if (field.use_for_user_matching && !FOR_MATCHING.includes(field.field_type)) {
    throw badRequest('Field type not supported for user matching.');
  }
  const hasData = field.field_type === SELECT.id || field.field_type === EXTERNAL_ACCOUNT.id;
  const { name, hint } = account ?? field;
  return { name, hint, field_data: hasData ? JSON.stringify(field.data) : '' };
}

function checkTexts({ name, hint }: ProposedField): void {
  if (name.trim() === '') throw badRequest('Label cannot be blank.');
  if ([...name].length > LONGEST_NAME) throw tooLong('name', LONGEST_NAME);
  if ([...hint].length > LONGEST_HINT) throw tooLong('hint', LONGEST_HINT);
}

function tooLong(name: string, limit: number): DomainError {
  return badRequest(`${name} is too long (limit: ${limit} characters)`);
}

function checkOptions(data: FieldData): void {
  const texts = new Set<string>();
  const entries = Object.entries(data);
  for (const [key, option] of entries) {
    if (key.trim() === '') throw badRequest("'value' cannot be blank.");
    const { text } = checkedDict(option, ['text', 'order'], []);
    texts.add(text ?? '');
  }
  if (entries.length === 0) throw badRequest('Field must have at least one choice.');
  if (texts.size < entries.length) throw badRequest('Field must not have duplicate choices.');
}

function checkExternalAccount(data: FieldData): void {
  const { subtype, url_pattern: pattern } = checkedDict(data, ['subtype'], ['url_pattern']);
  if (pattern !== undefined) checkUrlPattern(pattern);
  if (defaultExternalAccount(EXTERNAL_ACCOUNT.id, data)) return;
  if (subtype !== 'custom') throw badRequest('Invalid external account type');
  if (pattern === undefined) throw badRequest('Custom external account must define URL pattern');
}

function checkUrlPattern(pattern: string): void {
  if (pattern.split(USERNAME).length !== 2) throw badRequest(`URL pattern must contain '${USERNAME}'.`);
  if (!isWebUrl(pattern.replace(USERNAME, 'username'))) throw badRequest('field_data["url_pattern"] is not a URL');
}

/** An absolute address of the web. */
export function isWebUrl(text: string): boolean {
  if (/\s/.test(text) || !/^(https?|ftps?):\/\/[^/]/i.test(text)) return false;
  return URL.canParse(text);
}

/** A dictionary of non-blank texts with exactly these keys. */
function checkedDict(
  value: unknown,
  required: readonly string[],
  optional: readonly string[],
): Readonly<Record<string, string | undefined>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('field_data is not a dict');
  }
  const entries = new Map<string, unknown>(Object.entries(value));
  for (const key of required) if (!entries.has(key)) throw badRequest(`${key} key is missing from field_data`);
  for (const [key, text] of entries) {
    if (!required.includes(key) && !optional.includes(key)) continue;
    if (typeof text !== 'string') throw badRequest(`field_data["${key}"] is not a string`);
    if (text.trim() === '') throw badRequest(`field_data["${key}"] cannot be blank.`);
  }
  const unknown = [...entries.keys()].filter((key) => !required.includes(key) && !optional.includes(key));
  if (unknown.length > 0) throw badRequest(`Unexpected arguments: ${unknown.join(', ')}`);
  return Object.fromEntries([...entries].map(([key, text]) => [key, String(text)]));
}

/** Options of a list that a change leaves out: values that chose them go (organization.md 8). */
export function droppedOptions(before: string, after: string): string[] {
  const kept = new Set(Object.keys(dataOf(after)));
  return Object.keys(dataOf(before)).filter((key) => !kept.has(key));
}

export function dataOf(fieldData: string): FieldData {
  if (fieldData === '') return {};
  const parsed: unknown = JSON.parse(fieldData);
  return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
}
