import { type FieldOption, FieldType, fieldDataOf, fieldOptions } from '../settings/profile-field-types';

/** A service that people have accounts of: a known one, or `custom` with the address of its profiles. */
export interface AccountKind {
  readonly subtype: string;
  readonly urlPattern: string;
}

/** The choices as people write them: one in each line. */
export function choicesText(fieldData: string): string {
  return fieldOptions(fieldData)
    .map(({ text }) => text)
    .join('\n');
}

/** What was written, with the values that the same texts had before, so that people keep what they chose. */
export function choicesFrom(text: string, before: string): readonly FieldOption[] {
  const known = fieldOptions(before);
  const taken = new Set(known.map(({ value }) => value));
  let next = 0;
  const fresh = (): string => {
    while (taken.has(String(next))) next += 1;
    taken.add(String(next));
    return String(next);
  };
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter(Boolean)
    .map((line) => ({ text: line, value: known.find((option) => option.text === line)?.value ?? fresh() }));
}

export function accountOf(fieldData: string): AccountKind {
  const data: unknown = fieldData === '' ? {} : JSON.parse(fieldData);
  const isRecord = typeof data === 'object' && data !== null;
  return {
    subtype: isRecord && 'subtype' in data ? String(data.subtype) : 'custom',
    urlPattern: isRecord && 'url_pattern' in data ? String(data.url_pattern) : '',
  };
}

interface DataParts {
  choices: readonly FieldOption[];
  account: AccountKind;
}

/** The data of a field of a type; undefined for types without. */
export function fieldDataFor(type: number, { choices, account }: DataParts): Record<string, unknown> | undefined {
  if (type === FieldType.Choice) return JSON.parse(fieldDataOf(choices)) as Record<string, unknown>;
  if (type !== FieldType.ExternalAccount) return undefined;
  const { subtype, urlPattern } = account;
  return subtype === 'custom' ? { subtype, url_pattern: urlPattern } : { subtype };
}
