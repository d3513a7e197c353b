import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';
import { LinkifierSchema, PlaygroundSchema, ProfileFieldSchema, RealmDomainSchema } from '../organization/list-objects';

const id = Type.Integer();

/** Every linkifier in processing order; only to clients with `linkifier_url_template` (organization.md 5). */
export const RealmLinkifiersEventSchema = Type.Object(
  { id, type: Type.Literal('realm_linkifiers'), realm_linkifiers: Type.Array(LinkifierSchema) },
  CLOSED,
);

/** Every playground (organization.md 6). */
export const RealmPlaygroundsEventSchema = Type.Object(
  { id, type: Type.Literal('realm_playgrounds'), realm_playgrounds: Type.Array(PlaygroundSchema) },
  CLOSED,
);

/** Every custom profile field, in order (organization.md 8). */
export const CustomProfileFieldsEventSchema = Type.Object(
  { id, type: Type.Literal('custom_profile_fields'), fields: Type.Array(ProfileFieldSchema) },
  CLOSED,
);

/** An allowed mail domain was added or changed (organization.md 9). */
export const RealmDomainsChangeEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('realm_domains'),
    op: Type.Union([Type.Literal('add'), Type.Literal('change')]),
    realm_domain: RealmDomainSchema,
  },
  CLOSED,
);

export const RealmDomainsRemoveEventSchema = Type.Object(
  { id, type: Type.Literal('realm_domains'), op: Type.Literal('remove'), domain: Type.String() },
  CLOSED,
);
