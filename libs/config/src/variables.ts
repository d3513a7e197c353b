import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsString,
  IsUrl,
  Max,
  Min,
  MinLength,
  ValidateBy,
  isURL,
} from 'class-validator';
import { applyDecorators } from './apply-decorators';
import { mailboxOf } from './mailbox';

/** The value of a setting that is not used. */
export const NONE = 'none';

const describedVariables = new Map<object, Map<string, VariableDescription>>();

/** What docs/operate/configuration.md says of a variable. */
export interface VariableDescription {
  name: string;
  kind: string;
  doc: string;
  default?: string;
  secret?: boolean;
}

interface VariableOptions {
  doc: string;
  default?: string | number | boolean;
  /** Its value must never be printed. */
  secret?: boolean;
}

function describe(kind: string, options: VariableOptions): PropertyDecorator {
  return (target, property) => {
    const own = describedVariables.get(target) ?? new Map<string, VariableDescription>();
    describedVariables.set(target, own);
    own.set(String(property), {
      name: String(property),
      kind,
      doc: options.doc,
      default: options.default === undefined ? undefined : String(options.default),
      secret: options.secret,
    });
  };
}

/** The variables of an environment class and of its ancestors, for generated documentation. */
export function describeEnvironment(type: new () => object): VariableDescription[] {
  const found = new Map<string, VariableDescription>();
  for (let prototype: object | null = type.prototype; prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const [name, description] of describedVariables.get(prototype) ?? []) {
      if (!found.has(name)) found.set(name, description);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A whole number in decimal. */
export function IntegerVariable(options: VariableOptions & { min?: number; max?: number }): PropertyDecorator {
  return applyDecorators(
    describe(integerKind(options), options),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? decimal(value, /^-?\d+$/) : value)),
    IsInt({ message: 'must be a whole number' }),
    Min(options.min ?? 0, { message: `must be at least ${options.min ?? 0}` }),
    Max(options.max ?? Number.MAX_SAFE_INTEGER, { message: `must be at most ${options.max ?? 'a safe integer'}` }),
  );
}

function integerKind({ min = 0, max }: { min?: number; max?: number }): string {
  if (max !== undefined) return `integer from ${min} to ${max}`;
  return min > 0 ? `integer from ${min}` : 'integer';
}

/** A share: a decimal number from 0 to 1. */
export function ShareVariable(options: VariableOptions): PropertyDecorator {
  const message = 'must be a number from 0 to 1';
  return applyDecorators(
    describe('number from 0 to 1', options),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? decimal(value, /^\d+(\.\d+)?$/) : value)),
    IsNumber({}, { message }),
    Min(0, { message }),
    Max(1, { message }),
  );
}

/** What else `Number` takes (blanks, hexadecimal, exponents) is a mistake in a setting. */
function decimal(text: string, form: RegExp): number {
  return form.test(text) ? Number(text) : NaN;
}

/** `true`, `false`, `on`, `off`. */
export function BooleanVariable(options: VariableOptions): PropertyDecorator {
  return applyDecorators(
    describe('boolean', options),
    Transform(({ value }: { value: unknown }) => {
      if (value === 'true' || value === 'on') return true;
      if (value === 'false' || value === 'off') return false;
      return value;
    }),
    IsBoolean({ message: 'must be true, false, on or off' }),
  );
}

export function StringVariable(options: VariableOptions & { minLength?: number }): PropertyDecorator {
  return applyDecorators(
    describe(options.minLength ? `text of at least ${options.minLength} characters` : 'text', options),
    IsString({ message: 'must be set' }),
    IsNotEmpty({ message: 'must not be empty' }),
    MinLength(options.minLength ?? 0, { message: `must have at least ${options.minLength ?? 0} characters` }),
  );
}

/** A URL with one of the given schemes, for example `postgresql`. */
export function UrlVariable(options: VariableOptions & { schemes: string[] }): PropertyDecorator {
  return applyDecorators(
    describe('URL', options),
    IsUrl(urlRules(options), { message: `must be a URL (${options.schemes.join(', ')})` }),
  );
}

/** A URL, or `none`. */
export function OptionalUrlVariable(options: VariableOptions & { schemes: string[] }): PropertyDecorator {
  const message = `must be a URL (${options.schemes.join(', ')}) or none`;
  return applyDecorators(
    describe('URL or none', options),
    ValidateBy({
      name: 'isUrlOrNone',
      validator: {
        validate: (value) => value === NONE || (typeof value === 'string' && isURL(value, urlRules(options))),
        defaultMessage: () => message,
      },
    }),
  );
}

/** A mail address, also with a name before it, or `none`. */
export function OptionalMailboxVariable(options: VariableOptions): PropertyDecorator {
  return applyDecorators(
    describe('mail address or none', options),
    ValidateBy({
      name: 'isMailboxOrNone',
      validator: {
        validate: (value) => value === NONE || (typeof value === 'string' && mailboxOf(value) !== null),
        defaultMessage: () => 'must be a mail address, also with a name (Ada <ada@example.com>), or none',
      },
    }),
  );
}

/** One or more URLs, separated by commas, each with one of the given schemes. */
export function UrlListVariable(options: VariableOptions & { schemes: string[] }): PropertyDecorator {
  const message = `must be URLs (${options.schemes.join(', ')}), separated by commas`;
  return applyDecorators(
    describe('URLs', options),
    ValidateBy({
      name: 'isUrlList',
      validator: {
        validate: (value) => typeof value === 'string' && listOf(value).every((url) => isURL(url, urlRules(options))),
        defaultMessage: () => message,
      },
    }),
  );
}

/** The parts of a value whose parts are separated by commas. */
export function listOf(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

/** What is printed must not name a password. */
function urlRules({ schemes, secret = false }: VariableOptions & { schemes: string[] }) {
  return { protocols: schemes, require_protocol: true, require_tld: false, require_host: true, disallow_auth: !secret };
}

export function ChoiceVariable(options: VariableOptions & { choices: readonly string[] }): PropertyDecorator {
  return applyDecorators(
    describe(options.choices.join(' | '), options),
    IsIn([...options.choices], { message: `must be one of ${options.choices.join(', ')}` }),
  );
}
