import { DomainError } from '@stoa/errors';
import { dataOf } from '../../organization/profile-fields/profile-field-rules';
import type { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';
import { PROFILE_FIELD_TYPES } from '../../shared/realm-facts/server-facts';
import { checkProfileValue } from './profile-value-rules';

/** What a directory says of custom profile fields, by their names here; null: that there is nothing. */
export type SaidValues = ReadonlyMap<string, string | null>;

/** By the ids of fields, as they are stored; null: none. */
export type ProfileValues = ReadonlyMap<number, string | null>;

export interface CheckedValues {
  values: Map<number, string | null>;
  /** What was passed over, and why. */
  problems: string[];
  /** Names of which there is no field. */
  unknown: string[];
}

const TYPES = PROFILE_FIELD_TYPES;
/** Of LDAP: `19900131000000Z`; the time counts nowhere. */
const GENERALIZED_TIME = /^(\d{4})(\d{2})(\d{2})(\d{2}(\d{2}(\d{2})?)?([.,]\d+)?(Z|[+-]\d{2,4})?)?$/;
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T/;

/** The values that fields may have of those that a directory says; names have no case, and `_` stands for a space. */
export function checkedValues(said: SaidValues, fields: readonly ProfileFieldRow[]): CheckedValues {
  const byName = new Map(fields.map((field) => [comparable(field.name), field]));
  const checked: CheckedValues = { values: new Map(), problems: [], unknown: [] };
  for (const [name, text] of said) {
    const field = byName.get(comparable(name));
    if (!field) checked.unknown.push(name);
    else if (text === null) checked.values.set(field.id, null);
    else if (field.field_type === TYPES.USER.id) checked.problems.push(`${name} is a field with people`);
    else {
      const stored = storedOrProblem(field, text);
      if ('value' in stored) checked.values.set(field.id, stored.value);
      else checked.problems.push(stored.problem);
    }
  }
  return checked;
}

function storedOrProblem(field: ProfileFieldRow, text: string): { value: string } | { problem: string } {
  try {
    return { value: checkProfileValue(field, translated(field, text), () => undefined) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: error.message };
  }
}

/** Directories write days in their own way, and choices as people read them. */
function translated(field: ProfileFieldRow, text: string): string {
  if (field.field_type === TYPES.SELECT.id) {
    const options = Object.entries(dataOf(field.field_data));
    return options.find(([, option]) => optionText(option) === text.toLowerCase())?.[0] ?? text;
  }
  if (field.field_type !== TYPES.DATE.id) return text;
  const [, year, month, day] = GENERALIZED_TIME.exec(text) ?? [];
  return year === undefined ? (ISO_TIME.exec(text)?.[1] ?? text) : `${year}-${month}-${day}`;
}

function optionText(option: unknown): string | undefined {
  const isOption = typeof option === 'object' && option !== null && 'text' in option;
  return isOption && typeof option.text === 'string' ? option.text.toLowerCase() : undefined;
}

/** The name of a profile field as directories may write it: without case, and `_` is a space. */
export function comparable(name: string): string {
  return name.trim().toLowerCase().replaceAll('_', ' ');
}
