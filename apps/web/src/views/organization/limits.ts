/** Units that a limit of time is chosen in, the largest first, in seconds. */
export const UNITS = { days: 86_400, hours: 3600, minutes: 60 } as const;
export type Unit = keyof typeof UNITS;

/** A number of a unit, as people choose it. */
export interface Amount {
  readonly amount: number;
  readonly unit: Unit;
}

const NAMES = ['days', 'hours', 'minutes'] as const satisfies readonly Unit[];

/** In the largest unit that it is a whole number of. Seconds that make no whole minutes are rounded up. */
export function amountOf(seconds: number): Amount {
  const unit = NAMES.find((name) => seconds % UNITS[name] === 0) ?? 'minutes';
  return { amount: Math.ceil(seconds / UNITS[unit]), unit };
}

export function secondsOf({ amount, unit }: Amount): number {
  return amount * UNITS[unit];
}

/** The text of a limit: `10 minutes`. */
export function amountText({ amount, unit }: Amount, language: string): string {
  const single = { days: 'day', hours: 'hour', minutes: 'minute' } as const;
  return new Intl.NumberFormat(language, { style: 'unit', unit: single[unit], unitDisplay: 'long' }).format(amount);
}
