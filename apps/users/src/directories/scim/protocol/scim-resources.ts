import { comparable } from '../../../people/profile-data/said-values';
import { ENTERPRISE_NAMES } from './said-attributes';
import { ScimError } from './scim-error';
import type { FilterValues } from './scim-filter';
import { nameParts, roleName } from './user-input';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** Attributes that are the account's, in lower case: no profile field is shown as one of them. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  'schemas id externalid username name displayname active role emails locale timezone meta'.split(' '),
);
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface ShownUser {
  id: number;
  /** Of the row: every change raises it. */
  version: number;
  deliveryEmail: string;
  fullName: string;
  role: number;
  isActive: boolean;
  language: string;
  timezone: string;
  externalId: string | null;
  createdAt: Date;
  /** When a provider changed it last; null: never. */
  changedAt: Date | null;
  /** Values of custom profile fields, by their names; of those with options, as people read them. */
  profile: Record<string, string>;
}

export interface ShownGroup {
  id: number;
  version: number;
  name: string;
  externalId: string | null;
  createdAt: Date | null;
  changedAt: Date | null;
}

export interface ShownMember {
  groupId: number;
  userId: number;
  fullName: string;
}

/** Paths that filters of users may name. */
export const USER_PATHS: ReadonlySet<string> = new Set([
  ...['id', 'externalid', 'username', 'displayname', 'active', 'role', 'roles', 'roles.value', 'locale', 'timezone'],
  ...['name.formatted', 'name.givenname', 'name.familyname', 'emails', 'emails.value', 'emails.type'],
  ...['meta.created', 'meta.lastmodified'],
]);

/** Paths that filters of groups may name. */
export const GROUP_PATHS: ReadonlySet<string> = new Set([
  ...['id', 'externalid', 'displayname', 'members', 'members.value', 'meta.created', 'meta.lastmodified'],
]);

export function userValues(user: ShownUser): FilterValues {
  const { givenName, familyName } = nameParts(user.fullName);
  return {
    id: [String(user.id)],
    externalid: user.externalId === null ? [] : [user.externalId],
    username: [user.deliveryEmail],
    displayname: [user.fullName],
    active: [user.isActive],
    role: [roleName(user.role)],
    roles: [roleName(user.role)],
    'roles.value': [roleName(user.role)],
    locale: [user.language],
    timezone: user.timezone === '' ? [] : [user.timezone],
    'name.formatted': [user.fullName],
    'name.givenname': [givenName],
    'name.familyname': [familyName],
    emails: [user.deliveryEmail],
    'emails.value': [user.deliveryEmail],
    'emails.type': ['work'],
    'meta.created': [user.createdAt.toISOString()],
    'meta.lastmodified': [(user.changedAt ?? user.createdAt).toISOString()],
  };
}

export function groupValues(group: ShownGroup, memberIds: readonly number[]): FilterValues {
  const created = group.createdAt?.toISOString();
  const changed = group.changedAt?.toISOString() ?? created;
  return {
    id: [String(group.id)],
    externalid: group.externalId === null ? [] : [group.externalId],
    displayname: [group.name],
    members: memberIds.map(String),
    'members.value': memberIds.map(String),
    'meta.created': created === undefined ? [] : [created],
    'meta.lastmodified': changed === undefined ? [] : [changed],
  };
}

/** The tag of a resource: weak, as the order of members in it may differ. */
export function etagOf({ version }: { version: number }): string {
  return `W/"${version}"`;
}

/** @throws ScimError 412 for a resource that is not as the caller saw it */
export function assertMatch(ifMatch: string | null, resource: { version: number }): void {
  if (ifMatch === null || ifMatch === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(resource))) throw new ScimError(412, 'The resource has changed meanwhile.');
}

/** How a provider wants users shown. */
export interface UserShape {
  /** Names are given whole, else in two parts (identity.md 8.2). */
  givesWholeNames: boolean;
  /** Attributes that are custom profile fields. */
  profileFields: readonly { external: string; local: string }[];
}

export function userResource(user: ShownUser, base: string, shape: UserShape): object {
  const parts = nameParts(user.fullName);
  const { core, enterprise } = shownFields(user, shape.profileFields);
  const isExtended = Object.keys(enterprise).length > 0;
  const { id, role, createdAt } = user;
  return {
    schemas: isExtended ? [USER_SCHEMA, ENTERPRISE_SCHEMA] : [USER_SCHEMA],
    id: String(id),
    ...(user.externalId === null ? {} : { externalId: user.externalId }),
    userName: user.deliveryEmail,
    name: shape.givesWholeNames ? { formatted: user.fullName } : parts,
    displayName: user.fullName,
    active: user.isActive,
    role: roleName(role),
    emails: [{ value: user.deliveryEmail, type: 'work', primary: true }],
    locale: user.language,
    ...(user.timezone === '' ? {} : { timezone: user.timezone }),
    ...core,
    ...(isExtended ? { [ENTERPRISE_SCHEMA]: enterprise } : {}),
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: (user.changedAt ?? createdAt).toISOString(),
      location: `${base}/Users/${id}`,
      version: etagOf(user),
    },
  };
}

/** Providers compare what they sent with what they get: fields of one value are shown where they came from. */
function shownFields({ profile }: ShownUser, mapping: UserShape['profileFields']) {
  const shown: Record<'core' | 'enterprise', Record<string, string>> = { core: {}, enterprise: {} };
  const values = new Map(Object.entries(profile).map(([name, value]) => [comparable(name), value]));
  for (const { external, local } of mapping) {
    const value = values.get(comparable(local));
    const name = external.slice(external.lastIndexOf(':') + 1);
    if (value === undefined || !/^[a-z]+$/i.test(name) || OWN_NAMES.has(name.toLowerCase())) continue;
    shown[ENTERPRISE_NAMES.has(name.toLowerCase()) ? 'enterprise' : 'core'][name] = value;
  }
  return shown;
}

/** @param members undefined: left out, as was asked for */
export function groupResource(group: ShownGroup, base: string, members: readonly ShownMember[] | undefined): object {
  const { id, createdAt } = group;
  const changedAt = group.changedAt ?? createdAt;
  const shown = members?.map(({ userId, fullName }) => ({
    value: String(userId),
    $ref: `${base}/Users/${userId}`,
    display: fullName,
    type: 'User',
  }));
  return {
    schemas: [GROUP_SCHEMA],
    id: String(id),
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    displayName: group.name,
    ...(shown ? { members: shown } : {}),
    meta: {
      resourceType: 'Group',
      ...(createdAt ? { created: createdAt.toISOString() } : {}),
      ...(changedAt ? { lastModified: changedAt.toISOString() } : {}),
      location: `${base}/Groups/${id}`,
      version: etagOf(group),
    },
  };
}

/** @param startIndex from 1 */
export function listResponse(resources: readonly object[], totalResults: number, startIndex: number): object {
  return {
    schemas: [LIST_SCHEMA],
    totalResults,
    itemsPerPage: resources.length,
    startIndex,
    Resources: resources,
  };
}

export function errorResponse({ status, detail, scimType }: ScimError): object {
  return { schemas: [ERROR_SCHEMA], detail, status: String(status), ...(scimType ? { scimType } : {}) };
}
