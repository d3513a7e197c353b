import { paramErrors } from './param-errors';

/**
 * Bound of texts that declare none. Whatever looks into a text afterwards, in whichever service, has no more to look at;
 * the longest honest one is a list of addresses.
 */
const LONGEST_TEXT = 65_536;

/** Lengths are Unicode code points (organization.md 1.9). */
export interface StringRules {
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp;
  /** Leave U+0000 to the endpoint's own check; otherwise it has "invalid format", as the database cannot store it. */
  allowNul?: boolean;
}

/**
 * @throws DomainError with the text of the first violated rule
 */
export function checkString(value: string, at: string, rules: StringRules): string {
  const { minLength, maxLength = LONGEST_TEXT, pattern } = rules;
  if (minLength !== undefined && value.length < minLength * 2 && codePoints(value) < minLength) {
    throw minLength === 1 ? paramErrors.blank(at) : paramErrors.tooShort(at);
  }
  const isTooLong = value.length > 2 * maxLength || (value.length > maxLength && codePoints(value) > maxLength);
  if (isTooLong) throw paramErrors.tooLong(at, maxLength);
  if (pattern && !pattern.test(value)) throw paramErrors.wrongFormat(at);
  if (!rules.allowNul && value.includes('\0')) throw paramErrors.wrongFormat(at);
  return value;
}

function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    count++;
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index++;
  }
  return count;
}
