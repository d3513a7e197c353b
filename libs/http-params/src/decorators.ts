import 'reflect-metadata';
import { TSchema, Type } from '@sinclair/typebox';
import { DomainError } from '@stoa/errors';
import { ValidationArguments, getMetadataStorage, registerDecorator } from 'class-validator';
import {
  EnumKindOptions,
  NumberKindOptions,
  StringKindOptions,
  booleanKind,
  enumKind,
  int64Kind,
  integerKind,
  jsonKind,
  numberKind,
  stringKind,
} from './param-kinds';
import { CommonOptions, FileRules, ParamKind, ParamSpec } from './param-spec';

/** Name under which parameters are kept in class-validator's metadata. */
const CONSTRAINT_NAME = 'httpParam';

function isParamSpec(value: unknown): value is ParamSpec {
  return typeof value === 'object' && value !== null && 'property' in value && 'names' in value;
}

/** The declared parameters of a class and of its ancestors, and whether it carries other class-validator checks. */
export function paramsOf(type: new () => object): { specs: ParamSpec[]; hasOtherChecks: boolean } {
  const specs = new Map<string, ParamSpec>();
  let hasOtherChecks = false;
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const [spec]: unknown[] = metadata.constraints ?? [];
    if (metadata.name !== CONSTRAINT_NAME || !isParamSpec(spec)) hasOtherChecks ||= metadata.name !== CONSTRAINT_NAME;
    else if (!specs.has(spec.property)) specs.set(spec.property, spec);
  }
  return { specs: [...specs.values()], hasOtherChecks };
}

function declare(options: CommonOptions, kind?: ParamKind, file?: FileRules): PropertyDecorator {
  return (target, key) => {
    const property = String(key);
    const name = options.name ?? property;
    const optional = options.optional === true || options.default !== undefined;
    const spec: ParamSpec = {
      property,
      name,
      names: [name, ...(options.alias ?? [])],
      options,
      optional,
      nullMeansAbsent: optional && !options.nullable && kind?.isRawText === false,
      kind,
      file,
    };
    assertPropertyType(target, property, spec);
    registerDecorator({
      name: CONSTRAINT_NAME,
      target: target.constructor,
      propertyName: property,
      constraints: [spec],
      validator: {
        validate: (value: unknown) => violation(spec, value) === undefined,
        defaultMessage: (args?: ValidationArguments) => violation(spec, args?.value) ?? `${property} is not valid`,
      },
    });
  };
}

/** The error text of a typed value, for users of class-validator itself. */
function violation(spec: ParamSpec, value: unknown): string | undefined {
  if (value === undefined) return spec.optional ? undefined : `Missing '${spec.name}' argument`;
  if ((value === null && spec.options.nullable) || !spec.kind) return undefined;
  try {
    spec.kind.check(value, spec.name);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

function assertPropertyType(target: object, property: string, spec: ParamSpec): void {
  const declared: unknown = Reflect.getMetadata('design:type', target, property);
  const expected = spec.kind?.runtimeType;
  if (!expected || typeof declared !== 'function' || declared === Object) return;
  if (declared.name !== expected) {
    throw new Error(`${target.constructor.name}.${property} is ${declared.name}, its parameter is ${expected}`);
  }
}

/** Raw text. Lengths in code points; `strip` removes surrounding white space first. */
export function StringParam(options: CommonOptions & StringKindOptions): PropertyDecorator {
  return declare(options, stringKind(options));
}

/** A whole number; strict JSON, so neither `"3"` nor `3.0`. */
export function IntegerParam(options: CommonOptions & NumberKindOptions): PropertyDecorator {
  return declare(options, integerKind(options));
}

/** A whole number of 64 bits; the property is its decimal text. */
export function Int64Param(options: CommonOptions): PropertyDecorator {
  return declare(options, int64Kind());
}

/** A number, whole or not. */
export function NumberParam(options: CommonOptions & NumberKindOptions): PropertyDecorator {
  return declare(options, numberKind(options));
}

/** `true` or `false`. */
export function BooleanParam(options: CommonOptions): PropertyDecorator {
  return declare(options, booleanKind());
}

/** JSON text of the given shape. */
export function JsonParam(schema: TSchema, options: CommonOptions): PropertyDecorator {
  return declare(options, jsonKind(schema));
}

/** A JSON list of whole numbers. */
export function IntegerListParam(options: CommonOptions & NumberKindOptions & ListOptions): PropertyDecorator {
  const item = Type.Integer(defined({ minimum: options.min, maximum: options.max }));
  return declare(options, jsonKind(Type.Array(item, listBounds(options)), 'Array'));
}

/** A JSON list of texts; lengths are those of each text. */
export function StringListParam(
  options: CommonOptions & { minLength?: number; maxLength?: number } & ListOptions,
): PropertyDecorator {
  const item = Type.String(defined({ minLength: options.minLength, maxLength: options.maxLength }));
  return declare(options, jsonKind(Type.Array(item, listBounds(options)), 'Array'));
}

/** One of a fixed set of texts (sent raw) or numbers. */
export function EnumParam(
  values: readonly (string | number)[],
  options: CommonOptions & EnumKindOptions,
): PropertyDecorator {
  return declare(options, enumKind(values, options));
}

/** An uploaded file of a multipart body; the property is an UploadedFile. */
export function FileParam(options: CommonOptions & { maxBytes: number; anyName?: boolean }): PropertyDecorator {
  return declare(options, undefined, { maxBytes: options.maxBytes, anyName: options.anyName ?? false });
}

export interface ListOptions {
  minItems?: number;
  maxItems?: number;
}

function listBounds({ minItems, maxItems }: ListOptions): ListOptions {
  return defined({ minItems, maxItems });
}

function defined<T extends object>(options: T): T {
  for (const [key, value] of Object.entries(options)) if (value === undefined) Reflect.deleteProperty(options, key);
  return options;
}
