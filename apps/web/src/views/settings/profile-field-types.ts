/** Types of profile fields (organization.md 8). */
export const FieldType = {
  ShortText: 1,
  LongText: 2,
  Choice: 3,
  Date: 4,
  Link: 5,
  People: 6,
  ExternalAccount: 7,
  Pronouns: 8,
} as const;

export interface FieldOption {
  readonly value: string;
  readonly text: string;
}

function record(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  const data: unknown = JSON.parse(text);
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}

function optionFrom(value: string, option: unknown): (FieldOption & { order: number }) | undefined {
  if (typeof option !== 'object' || option === null || !('text' in option)) return undefined;
  const order = 'order' in option ? Number(option.order) : 0;
  return { value, text: String(option.text), order };
}

/** The choices of a field, in their order; `fieldData` is its JSON text. */
export function fieldOptions(fieldData: string): readonly FieldOption[] {
  return Object.entries(record(fieldData))
    .flatMap(([value, option]) => optionFrom(value, option) ?? [])
    .sort((a, b) => a.order - b.order)
    .map(({ value, text }) => ({ value, text }));
}

/** The field data of choices: what they were keeps its value, so that people keep their choice. */
export function fieldDataOf(options: readonly FieldOption[]): string {
  return JSON.stringify(
    Object.fromEntries(options.map(({ value, text }, order) => [value, { text, order: String(order + 1) }])),
  );
}

/** Users whom a value of a people field names. */
export function peopleOf(value: string): readonly number[] {
  if (value === '') return [];
  const ids: unknown = JSON.parse(value);
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];
}
