import { Role, canonicalTimeZone } from '@stoa/policy';
import { ScimError, invalidValue } from './scim-error';
import { type JsonObject, attribute, booleanOf, isObject, textOf } from './scim-json';
import { type PatchOperation, readOperations } from './patch-operations';
import { attributePath, collectAttributes } from './said-attributes';

/** What a provider says of a user; what it does not mention stays as it is. */
export interface UserInput {
  userName?: string;
  formattedName?: string;
  givenName?: string;
  familyName?: string;
  displayName?: string;
  isActive?: boolean;
  /** 100 to 600. */
  role?: number;
  /** Null: none. */
  externalId?: string | null;
  /** A language tag, as `de-DE`. */
  locale?: string;
  /** As IANA names it; what is none is left out. */
  timezone?: string;
  /** Everything that was sent, for custom profile fields. */
  said?: Map<string, string>;
}

const ROLES: Readonly<Record<string, number>> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};

/** Name of a role in the API. */
export function roleName(role: number): string {
  return Object.entries(ROLES).find(([, code]) => code === role)?.[0] ?? 'member';
}

/** A user of a POST or PUT. @throws ScimError 400 */
export function readUser(body: JsonObject): UserInput {
  const input: UserInput = {};
  for (const [name, value] of Object.entries(body)) take(input, name.toLowerCase(), value);
  collect(input, '', body);
  return input;
}

/** What a PATCH makes of a user: operations in order, what is not known left out. @throws ScimError 400 */
export function readUserPatch(body: JsonObject): UserInput {
  const input: UserInput = {};
  for (const operation of readOperations(body)) applyOperation(input, operation);
  return input;
}

/**
 * The full name that is asked for: whole, else from its parts, a missing one as it is now; else the display name.
 * @param current the name now; undefined for a new account
 * @returns undefined if none is asked for
 */
export function fullNameOf(input: UserInput, current?: string): string | undefined {
  const { formattedName, givenName, familyName, displayName } = input;
  if (formattedName !== undefined && formattedName.trim() !== '') return formattedName.trim();
  if (givenName === undefined && familyName === undefined) return displayName?.trim();
  const now = nameParts(current ?? '');
  return `${givenName ?? now.givenName} ${familyName ?? now.familyName}`.trim();
}

/** A name in two parts, at the first space. */
export function nameParts(fullName: string): { givenName: string; familyName: string } {
  const space = fullName.indexOf(' ');
  if (space < 0) return { givenName: fullName, familyName: '' };
  return { givenName: fullName.slice(0, space), familyName: fullName.slice(space + 1) };
}

function applyOperation(input: UserInput, { op, path, value }: PatchOperation): void {
  if (op === 'remove') {
    collect(input, path ?? '', '');
    if (path === 'externalid') input.externalId = null;
    else if (path === 'username' || path === 'active')
      throw new ScimError(400, `${path} cannot be removed.`, 'mutability');
    return;
  }
  collect(input, path ?? '', value);
  if (path !== undefined) return take(input, path, value);
  if (!isObject(value)) throw invalidValue('An operation without a path needs an object as its value.');
  for (const [name, part] of Object.entries(value)) take(input, pathOf(name), part);
}

function collect(input: UserInput, path: string, value: unknown): void {
  input.said ??= new Map();
  collectAttributes(attributePath(path), value, input.said);
}

function pathOf(name: string): string {
  return name.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '');
}

/** @param name in lower case; unknown ones are left out, as an error would block the user at the provider */
function take(input: UserInput, name: string, value: unknown): void {
  switch (name) {
    case 'username':
      input.userName = textOf(value, 'userName')?.trim();
      break;
    case 'name':
      takeName(input, value);
      break;
    case 'name.formatted':
      input.formattedName = textOf(value, name);
      break;
    case 'name.givenname':
      input.givenName = textOf(value, 'name.givenName');
      break;
    case 'name.familyname':
      input.familyName = textOf(value, 'name.familyName');
      break;
    case 'displayname':
      input.displayName = textOf(value, 'displayName');
      break;
    case 'active':
      input.isActive = booleanOf(value, 'active');
      break;
    case 'externalid':
      input.externalId = textOf(value, 'externalId') ?? null;
      break;
    case 'locale':
      input.locale = textOf(value, 'locale');
      break;
    case 'timezone':
      input.timezone = canonicalTimeZone(textOf(value, 'timezone') ?? '') ?? input.timezone;
      break;
    case 'role':
    case 'roles':
    case 'roles.value':
    case 'roles[primary eq "true"].value':
      input.role = roleOf(value) ?? input.role;
      break;
  }
}

function takeName(input: UserInput, value: unknown): void {
  if (value === undefined || value === null) return;
  if (!isObject(value)) throw invalidValue('name must be an object.');
  for (const [part, text] of Object.entries(value)) take(input, `name.${part.toLowerCase()}`, text);
}

/** A role by its name, or the primary one of a list, else its first. */
function roleOf(value: unknown): number | undefined {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const primary = items.find((item) => isObject(item) && booleanOf(attribute(item, 'primary'), 'primary') === true);
    return roleOf(primary ?? items[0]);
  }
  const name = textOf(isObject(value) ? attribute(value, 'value') : value, 'role');
  if (name === undefined || name === '') return undefined;
  const role = Object.hasOwn(ROLES, name.toLowerCase()) ? ROLES[name.toLowerCase()] : undefined;
  if (role !== undefined) return role;
  const valid = Object.keys(ROLES).map((known) => `'${known}'`);
  throw invalidValue(`Invalid role: ${name}. Valid values are: [${valid.join(', ')}]`);
}
