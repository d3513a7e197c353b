import { UsageError } from '../base/command-line/failures';

/** @param what the option, for the message @throws UsageError */
export function positiveNumber(text: string, what: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`${what} must be a whole number from 1`);
  return number;
}
