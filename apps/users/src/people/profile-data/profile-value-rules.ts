import { badRequest } from '@stoa/errors';
import { dataOf, isWebUrl } from '../../organization/profile-fields/profile-field-rules';
import { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';
import { PROFILE_FIELD_TYPES } from '../../shared/realm-facts/server-facts';

export type ProfileValue = string | readonly number[];

/** What a person picker needs to know of an account. */
export interface PickedUser {
  isActive: boolean;
  isBot: boolean;
}

const TYPES = PROFILE_FIELD_TYPES;
const LONGEST_SHORT_TEXT = 50;
const LONGEST_LONG_TEXT = 500;

/**
 * Checks a value for a field.
 * @returns the text that is stored: lists as JSON
 * @throws DomainError with the texts of users.md 5
 */
export function checkProfileValue(
  field: ProfileFieldRow,
  value: ProfileValue,
  userOf: (userId: number) => PickedUser | undefined,
): string {
  const { name } = field;
  if (field.field_type === TYPES.USER.id) return checkUsers(value, userOf);
  if (typeof value !== 'string') throw badRequest(`${name} is not a string`);
  switch (field.field_type) {
    case TYPES.LONG_TEXT.id:
      return checkLength(name, value, LONGEST_LONG_TEXT);
    case TYPES.SELECT.id:
      if (!Object.hasOwn(dataOf(field.field_data), value)) {
        throw badRequest(`'${value}' is not a valid choice for '${name}'.`);
      }
      return value;
    case TYPES.DATE.id:
      if (!isDate(value)) throw badRequest(`${name} is not a date`);
      return value;
    case TYPES.URL.id:
      if (!isWebUrl(value)) throw badRequest(`${name} is not a URL`);
      return value;
    default:
      return checkLength(name, value, LONGEST_SHORT_TEXT);
  }
}

/** Whether values of the field are shown as HTML. */
export function isRendered(field: Pick<ProfileFieldRow, 'field_type'>): boolean {
  return field.field_type === TYPES.SHORT_TEXT.id || field.field_type === TYPES.LONG_TEXT.id;
}

function checkLength(name: string, value: string, limit: number): string {
  if ([...value].length > limit) throw badRequest(`${name} is too long (limit: ${limit} characters)`);
  return value;
}

/** `YYYY-MM-DD` exactly, a day that exists. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function checkUsers(value: ProfileValue, userOf: (userId: number) => PickedUser | undefined): string {
  if (typeof value === 'string') throw badRequest('User IDs is not a list');
  const unknown = value.filter((id) => userOf(id) === undefined);
  if (unknown.length > 0) throw badRequest(`Invalid user IDs: ${unknown.join(', ')}`);
  for (const id of value) {
    const user = userOf(id);
    if (!user?.isActive) throw badRequest(`User with ID ${id} is deactivated`);
    if (user.isBot) throw badRequest(`User with ID ${id} is a bot`);
  }
  return JSON.stringify(value);
}
