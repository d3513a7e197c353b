import { paramErrors } from './param-errors';

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
  const { minLength, maxLength, pattern } = rules;
  if (minLength !== undefined && value.length < minLength * 2 && codePoints(value) < minLength) {
    throw minLength === 1 ? paramErrors.blank(at) : paramErrors.tooShort(at);
  }
  if (maxLength !== undefined && value.length > maxLength && codePoints(value) > maxLength) {
    throw paramErrors.tooLong(at, maxLength);
  }
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
