import { Static, TProperties, Type } from '@sinclair/typebox';
import { AdministeredBotSchema, type BotObject, BotServiceSchema } from '../users/bot-object';
import { STORED_AS } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';

const id = Type.Integer();
const user_id = Type.Integer();

const form = <T extends TProperties>(fields: T) => Type.Object({ user_id, ...fields }, CLOSED);

/** What of a user changed: each event carries exactly one form (users.md 19). */
export const ChangedPersonSchema = Type.Union([
  form({ full_name: Type.String() }),
  form({
    avatar_url: Type.String(),
    avatar_url_medium: Type.String(),
    avatar_source: Type.Union([Type.Literal('G'), Type.Literal('U'), Type.Literal('J')]),
    avatar_version: Type.Integer(),
  }),
  form({ email: Type.String({ description: 'Deprecated.' }), timezone: Type.String() }),
  form({ bot_owner_id: Type.Integer() }),
  form({ role: Type.Integer() }),
  form({ delivery_email: Nullable(Type.String()) }),
  form({
    custom_profile_field: Type.Object(
      { id: Type.Integer(), value: Nullable(Type.String()), rendered_value: Type.Optional(Type.String()) },
      CLOSED,
    ),
  }),
  form({ new_email: Type.String() }),
  form({ is_active: Type.Boolean() }),
  form({ is_imported_stub: Type.Literal(false) }),
  form({ date_joined: Type.String() }),
  form({ is_deleted: Type.Literal(true) }),
]);
export type ChangedPerson = Static<typeof ChangedPersonSchema>;

/** A user changed; to everybody who can access the user. */
export const RealmUserUpdateEventSchema = Type.Object(
  { id, type: Type.Literal('realm_user'), op: Type.Literal('update'), person: ChangedPersonSchema },
  CLOSED,
);

/** A limited guest can no longer access a user (users.md 3). */
export const RealmUserRemoveEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('realm_user'),
    op: Type.Literal('remove'),
    person: Type.Object({ user_id, full_name: Type.Literal('Unknown user') }, CLOSED),
  },
  CLOSED,
);

/** A bot that the receiver administers, new to it. */
export const RealmBotAddEventSchema = Type.Object(
  { id, type: Type.Literal('realm_bot'), op: Type.Literal('add'), bot: AdministeredBotSchema },
  CLOSED,
);

const administeredForms = [
  form({ default_sending_stream: Nullable(Type.String()) }),
  form({ default_events_register_stream: Nullable(Type.String()) }),
  form({ default_all_public_streams: Type.Boolean() }),
  form({ services: Type.Array(BotServiceSchema) }),
];
/** What of a bot changed, as it is stored: clients of the release before are told of its account and key this way too. */
const StoredBotChangeSchema = Type.Union([
  form({ full_name: Type.String() }),
  form({ email: Type.String() }),
  form({ avatar_url: Type.String() }),
  form({ api_key: Type.String() }),
  form({ owner_id: Type.Integer() }),
  form({ is_active: Type.Boolean() }),
  ...administeredForms,
]);
type StoredBotChange = Static<typeof StoredBotChangeSchema>;
type WithoutUser<T> = T extends unknown ? Omit<T, 'user_id'> : never;
/** One form, without its user. */
export type BotChange = WithoutUser<StoredBotChange>;

/** What of a bot changed: each event carries exactly one form. `realm_user` events tell what its account shows. */
const ChangedBotSchema = Type.Union(administeredForms, { [STORED_AS]: StoredBotChangeSchema });

export const RealmBotUpdateEventSchema = Type.Object(
  { id, type: Type.Literal('realm_bot'), op: Type.Literal('update'), bot: ChangedBotSchema },
  CLOSED,
);

/** With more of the bot than clients see. */
export type StoredRealmBotEvent = { type: 'realm_bot' } & (
  { op: 'add'; bot: BotObject } | { op: 'update'; bot: StoredBotChange } | { op: 'delete'; bot: { user_id: number } }
);

/** A bot got another owner; to the former one. */
export const RealmBotDeleteEventSchema = Type.Object(
  { id, type: Type.Literal('realm_bot'), op: Type.Literal('delete'), bot: Type.Object({ user_id }, CLOSED) },
  CLOSED,
);

/** Users were taken out of a group. */
export const UserGroupRemoveMembersEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('user_group'),
    op: Type.Literal('remove_members'),
    group_id: Type.Integer(),
    user_ids: Type.Array(Type.Integer()),
  },
  CLOSED,
);
