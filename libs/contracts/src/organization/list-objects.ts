import { Static, Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

const integer = Type.Integer();
const text = Type.String();
const boolean = Type.Boolean();

/** A pattern that becomes a link in messages and topics (organization.md 5). */
export const LinkifierSchema = Type.Object(
  {
    id: integer,
    pattern: text,
    url_template: text,
    example_input: Type.Optional(Nullable(Type.String({ description: 'A text that the pattern matches.' }))),
    reverse_template: Type.Optional(
      Nullable(
        Type.String({ description: 'The text that stands for an address, with `{group}`; braces are doubled.' }),
      ),
    ),
    alternative_url_templates: Type.Optional(
      Type.Array(text, { description: 'Templates of further addresses that mean the same.' }),
    ),
  },
  CLOSED,
);
export type LinkifierObject = Static<typeof LinkifierSchema>;

/** Where code of a language can be tried out (organization.md 6). */
export const PlaygroundSchema = Type.Object(
  { id: integer, name: text, pygments_language: text, url_template: text },
  CLOSED,
);
export type PlaygroundObject = Static<typeof PlaygroundSchema>;

/** A mail domain whose addresses may join (organization.md 9). */
export const RealmDomainSchema = Type.Object({ domain: text, allow_subdomains: boolean }, CLOSED);
export type RealmDomainObject = Static<typeof RealmDomainSchema>;

/** A custom profile field (organization.md 8). */
export const ProfileFieldSchema = Type.Object(
  {
    id: integer,
    name: text,
    type: integer,
    hint: text,
    field_data: Type.String({ description: 'JSON text; empty where the type has no data.' }),
    order: integer,
    required: boolean,
    editable_by_user: boolean,
    display_in_profile_summary: Type.Optional(Type.Literal(true)),
    use_for_user_matching: Type.Optional(Type.Literal(true)),
  },
  CLOSED,
);
export type ProfileFieldObject = Static<typeof ProfileFieldSchema>;
