/** How long messages of a channel are kept: as in the organization, for ever, or for a number of days. */
export const RETENTIONS = ['realm_default', 'unlimited', 'days'] as const;
export type Retention = (typeof RETENTIONS)[number];

/** What a channel says (channels.md 5): null is the organization's rule, a negative number none. */
export function retentionOf(days: number | null): Retention {
  if (days === null) return 'realm_default';
  return days < 0 ? 'unlimited' : 'days';
}

/** The value that is sent; undefined while the number is no number of days. */
export function retentionValue(retention: Retention, typed: string): string | undefined {
  if (retention !== 'days') return retention;
  return /^[1-9]\d{0,5}$/.test(typed.trim()) ? typed.trim() : undefined;
}
