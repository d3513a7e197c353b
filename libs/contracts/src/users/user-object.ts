import { Static, Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

const ProfileValueSchema = Type.Object(
  {
    value: Type.String({ description: 'Always text; person pickers hold a JSON array of ids.' }),
    rendered_value: Type.Optional(Type.String({ description: 'HTML; only field types 1 and 2.' })),
  },
  CLOSED,
);

/** Custom profile values by field id (decimal text). */
const ProfileDataSchema = Type.Record(Type.String(), ProfileValueSchema);

const common = {
  user_id: Type.Integer(),
  email: Type.String({ description: 'API email: a dummy unless everybody may see the real address.' }),
  delivery_email: Nullable(Type.String({ description: 'The real address if the viewer may see it.' })),
  full_name: Type.String(),
  date_joined: Type.String({ description: 'ISO 8601 to the minute with offset; only the date for spectators.' }),
  is_owner: Type.Boolean(),
  is_admin: Type.Boolean(),
  is_guest: Type.Boolean(),
  is_bot: Type.Boolean(),
  /** The last release leaves it out: none is. */
  is_imported_stub: Type.Optional(
    Type.Boolean({ description: 'Made by an import for an author, and nobody has signed in with it yet.' }),
  ),
  is_deleted: Type.Optional(Type.Literal(true, { description: 'Deactivated, and its profile deleted.' })),
  role: Type.Integer({ description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.' }),
  timezone: Type.Optional(Type.String({ description: 'IANA name, "" if unset; absent for spectators.' })),
  avatar_url: Nullable(Type.String()),
  avatar_version: Type.Integer(),
  profile_data: Type.Optional(ProfileDataSchema),
  bot_type: Type.Optional(Nullable(Type.Integer())),
  bot_owner_id: Type.Optional(Nullable(Type.Integer())),
};

/** A user in `realm_users` and `realm_non_active_users` of POST /register: without `is_active` (realtime.md 2.3). */
export const RegisterUserSchema = Type.Object(common, CLOSED);

/** A user of `GET /users` (users.md 1, 4). */
export const UserSchema = Type.Object({ ...common, is_active: Type.Boolean() }, CLOSED);

/** A user of `GET /users/{user_id}` and `GET /users/{email}`: humans carry the fields of bots, as null. */
export const FetchedUserSchema = Type.Object(
  { ...common, is_active: Type.Boolean(), bot_type: Nullable(Type.Integer()), bot_owner_id: Nullable(Type.Integer()) },
  CLOSED,
);
export type FetchedUser = Static<typeof FetchedUserSchema>;

/** A system bot in `cross_realm_bots`. */
export const CrossRealmBotSchema = Type.Object(
  { ...common, is_active: Type.Boolean(), is_system_bot: Type.Literal(true) },
  CLOSED,
);

/** Fields of `GET /users/me`, at the top level of the answer. */
export const OwnUserSchema = Type.Object(
  {
    ...common,
    delivery_email: Type.String(),
    avatar_url: Type.String(),
    timezone: Type.String(),
    is_active: Type.Boolean(),
    max_message_id: Type.Integer({ description: 'Newest received message, -1 if there is none. Deprecated.' }),
  },
  CLOSED,
);
