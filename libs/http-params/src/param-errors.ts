import { DomainError, badRequest } from '@stoa/errors';

/**
 * The error texts of organization.md 1.3, each in one place. `at` is the parameter's name as it was sent, followed by
 * the position inside its value, if any: `data[0]["value"]`.
 */
export const paramErrors = {
  missing: (name: string) =>
    new DomainError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { data: { var_name: name } }),
  confusing: (first: string, second: string) =>
    new DomainError('REQUEST_CONFUSING_VAR', `Can't decide between '${first}' and '${second}' arguments`, {
      data: { var_name1: first, var_name2: second },
    }),
  notJson: (at: string) => badRequest(`${at} is not valid JSON`),
  wrongType: (at: string, type: JsonTypeText) => badRequest(`${at} is not ${type}`),
  notInSet: (at: string) => badRequest(`Invalid ${at}`),
  notInList: (at: string) => badRequest(`Invalid ${at}: Value error, Not in the list of possible values`),
  custom: (at: string, text: string) => badRequest(`Invalid ${at}: Value error, ${text}`),
  tooLong: (at: string, limit: number) => badRequest(`${at} is too long (limit: ${limit} characters)`),
  blank: (at: string) => badRequest(`${at} cannot be blank`),
  tooShort: (at: string) => badRequest(`${at} is too short.`),
  wrongLength: (at: string, length: number) => badRequest(`${at} is not length ${length}`),
  tooSmall: (at: string) => badRequest(`${at} is too small`),
  tooLarge: (at: string) => badRequest(`${at} is too large`),
  wrongFormat: (at: string) => badRequest(`${at} has invalid format`),
  keyMissing: (at: string) => badRequest(`${at} field is missing: Field required`),
  keyForbidden: (key: string, at: string) => badRequest(`Argument "${key}" at ${at} is unexpected`),
  unexpectedShape: (at: string) => badRequest(`${at} does not have the expected format`),
};

export type JsonTypeText = 'an integer' | 'a boolean' | 'a string' | 'a list' | 'a dict' | 'a float' | 'a date';

/** For a parameter that the others of a request make necessary: `Missing 'NAME' argument`. */
export function missingParameter(name: string): DomainError {
  return paramErrors.missing(name);
}

/** `Unsupported parameter combination: a, b` for parameters that exclude each other. */
export function unsupportedCombination(names: readonly string[]): DomainError {
  const parameters = names.join(', ');
  return badRequest(`Unsupported parameter combination: ${parameters}`, { parameters });
}

/** For the hand-parsed numeric settings: `Bad value for 'NAME': VALUE`. @param value as it was sent */
export function badValue(name: string, value: string | number): DomainError {
  return new DomainError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value}`, {
    data: { var_name: name, bad_value: value },
  });
}
