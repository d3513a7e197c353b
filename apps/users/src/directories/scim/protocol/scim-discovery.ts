import { resourceNotFound } from './scim-error';
import { LARGEST_COUNT } from './scim-query';
import { GROUP_SCHEMA, USER_SCHEMA, listResponse } from './scim-resources';

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

interface Attribute {
  name: string;
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  isList?: boolean;
  isRequired?: boolean;
  isReadOnly?: boolean;
  isUnique?: boolean;
  parts?: readonly Attribute[];
}

const USER_ATTRIBUTES: readonly Attribute[] = [
  { name: 'userName', isRequired: true, isUnique: true },
  {
    name: 'name',
    type: 'complex',
    parts: [{ name: 'formatted' }, { name: 'givenName' }, { name: 'familyName' }],
  },
  { name: 'displayName' },
  { name: 'active', type: 'boolean' },
  { name: 'role' },
  { name: 'locale' },
  { name: 'timezone' },
  {
    name: 'emails',
    type: 'complex',
    isList: true,
    isReadOnly: true,
    parts: [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
  },
];
const GROUP_ATTRIBUTES: readonly Attribute[] = [
  { name: 'displayName', isRequired: true, isUnique: true },
  {
    name: 'members',
    type: 'complex',
    isList: true,
    parts: [{ name: 'value' }, { name: '$ref', type: 'reference' }, { name: 'display' }, { name: 'type' }],
  },
];

/** What the service can (RFC 7643 5). */
export function serviceProviderConfig(base: string): object {
  return {
    schemas: [CONFIG_SCHEMA],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: LARGEST_COUNT },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer',
        description: 'A token that the operator of the service makes.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** @param id of one; undefined: all @throws ScimError 404 */
export function resourceTypes(base: string, id: string | undefined): object {
  const types = [
    { id: 'User', endpoint: '/Users', schema: USER_SCHEMA },
    { id: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: [TYPE_SCHEMA],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }));
  return oneOrAll(types, id);
}

/** @param id of one; undefined: all @throws ScimError 404 */
export function schemas(base: string, id: string | undefined): object {
  const known = [
    { id: USER_SCHEMA, name: 'User', attributes: USER_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: 'Group', attributes: GROUP_ATTRIBUTES },
  ].map((schema) => ({
    schemas: [SCHEMA_SCHEMA],
    id: schema.id,
    name: schema.name,
    attributes: schema.attributes.map(described),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
  return oneOrAll(known, id);
}

function oneOrAll(resources: readonly { id: string }[], id: string | undefined): object {
  if (id === undefined) return listResponse(resources, resources.length, 1);
  const found = resources.find((resource) => resource.id === id);
  if (!found) throw resourceNotFound(id);
  return found;
}

function described(given: Attribute): object {
  const { name, type = 'string', isList = false, isRequired = false, isReadOnly = false, isUnique = false } = given;
  return {
    name,
    type,
    multiValued: isList,
    required: isRequired,
    caseExact: false,
    mutability: isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: isUnique ? 'server' : 'none',
    ...(given.parts ? { subAttributes: given.parts.map(described) } : {}),
  };
}
