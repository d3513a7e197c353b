import { Type } from '@sinclair/typebox';
import { IS_DICT, boolean, integer, integers, json, oneOf, text } from '@stoa/http-params';
import { Role } from '@stoa/policy';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint, requestWith } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { FRAGMENT_FIELDS } from './fragment-fields';
import { CLOSED } from '../rpc/nullable';
import { STALE_SIGN_IN, WRONG_OWN_PASSWORD } from './sign-in-refusals';
import { FetchedUserSchema, OwnUserSchema, UserSchema } from './user-object';

export const UserListSchema = Type.Object({ members: Type.Array(UserSchema) }, CLOSED);

/** Null, "" and what is left out clear a value (users.md 4). */
const PROFILE_DATA = Type.Array(
  Type.Object(
    { id: Type.Integer(), value: Type.Optional(Type.Union([Type.String(), Type.Array(Type.Integer()), Type.Null()])) },
    { [IS_DICT]: true },
  ),
);

const NO_SUCH_USER: DocumentedError = { code: 'BAD_REQUEST', msg: 'No such user' };
const NO_PERMISSION: DocumentedError = { code: 'BAD_REQUEST', msg: 'Insufficient permission' };
const DEACTIVATED: DocumentedError = { code: 'BAD_REQUEST', msg: 'User is deactivated' };
const NOT_OWNER: DocumentedError = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const UPDATE_ERRORS: DocumentedError[] = [
  NO_SUCH_USER,
  NO_PERMISSION,
  { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
  NOT_OWNER,
  { code: 'BAD_REQUEST', msg: 'The owner permission cannot be removed from the only organization owner.' },
  { code: 'BAD_REQUEST', msg: "'role' is managed by SCIM and cannot be changed here." },
  { code: 'BAD_REQUEST', msg: 'Name too long!' },
  { code: 'BAD_REQUEST', msg: 'Unique names required in this organization.' },
  { code: 'BAD_REQUEST', msg: 'Invalid role: Value error, Not in the list of possible values' },
  { code: 'BAD_REQUEST', msg: 'Field id 99 not found.' },
  { code: 'BAD_REQUEST', msg: 'User not authorized to change user emails' },
  { code: 'BAD_REQUEST', msg: 'Invalid new email address.' },
  { code: 'BAD_REQUEST', msg: 'New email value error: Already has an account.' },
  WRONG_OWN_PASSWORD,
  STALE_SIGN_IN,
  { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
];

const user_id = integer({ doc: 'ID of the user.' });
const email = text({ doc: 'Real address, where the caller may see it, or API email of the user.' });
const shown = {
  client_gravatar: boolean({
    default: true,
    doc: 'Leave out an avatar that the client can compute from the address.',
  }),
  include_custom_profile_fields: boolean({ default: false, doc: 'Whether a human carries `profile_data`.' }),
};
const userChanges = {
  full_name: text({ optional: true, allowNul: true, doc: 'New name; a blank or unchanged one is ignored.' }),
  role: oneOf(Object.values(Role), {
    optional: true,
    text: 'long',
    doc: 'New role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
  }),
  profile_data: json(PROFILE_DATA, { optional: true, doc: 'New values of profile fields.' }),
  new_email: text({ optional: true, doc: 'New real address; needs a permission that the operator gives.' }),
};
const ownPassword = text({
  optional: true,
  doc: "The caller's own: browsers that are signed in need it for a new address.",
});

/** Users as others see and administer them (users.md 4). */
export const getUser = defineEndpoint({
  method: 'GET',
  path: 'users/{user_id}',
  tag: 'Users',
  summary: 'Get a user',
  auth: 'user',
  subject: 'rpc.users.v1.users.get',
  params: {
    user_id,
    ...shown,
  },
  response: Type.Object({ user: FetchedUserSchema }, CLOSED),
  errors: [NO_SUCH_USER, NO_PERMISSION],
});

export const getUserByEmail = defineEndpoint({
  method: 'GET',
  path: 'users/{email}',
  tag: 'Users',
  summary: 'Get a user by email',
  auth: 'user',
  subject: 'rpc.users.v1.users.get-by-email',
  params: {
    email,
    ...shown,
  },
  response: Type.Object({ user: FetchedUserSchema }, CLOSED),
  errors: [NO_SUCH_USER, NO_PERMISSION],
});

export const updateUser = defineEndpoint({
  method: 'PATCH',
  path: 'users/{user_id}',
  tag: 'Users',
  summary: 'Update a user',
  description: 'For administrators, and for the owner of a bot. What is not named stays as it is.',
  auth: 'user',
  params: {
    user_id,
    ...userChanges,
    password: ownPassword,
  },
  response: EmptyResponseSchema,
  errors: UPDATE_ERRORS,
});

/** What it does, after the proof that a browser needs for `new_email`. */
export const applyUserChanges = defineRpc({
  subject: 'rpc.users.v1.users.update',
  request: requestWith({ user_id, ...userChanges }, {}),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: true,
});

export const updateUserByEmail = defineEndpoint({
  method: 'PATCH',
  path: 'users/{email}',
  tag: 'Users',
  summary: 'Update a user by email',
  auth: 'user',
  params: {
    email,
    ...userChanges,
    password: ownPassword,
  },
  response: EmptyResponseSchema,
  errors: UPDATE_ERRORS,
});

/** What it does, after the proof that a browser needs for `new_email`. */
export const applyUserChangesByEmail = defineRpc({
  subject: 'rpc.users.v1.users.update-by-email',
  request: requestWith({ email, ...userChanges }, {}),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: true,
});

export const deactivateUser = defineEndpoint({
  method: 'DELETE',
  path: 'users/{user_id}',
  tag: 'Users',
  summary: 'Deactivate a user',
  description: 'Its active bots are deactivated as well.',
  auth: 'user',
  subject: 'rpc.users.v1.users.deactivate',
  timeoutMs: 30_000,
  deadlineMs: 30_000,
  params: {
    user_id,
    deactivation_notification_comment: text({
      optional: true,
      maxLength: 2000,
      doc: 'Tells the user by mail, with this comment, which may be empty.',
    }),
    actions: json(
      Type.Object(
        {
          delete_profile: Type.Optional(Type.Boolean({ description: 'The name and the picture.' })),
          delete_public_channel_messages: Type.Optional(Type.Boolean()),
          delete_private_channel_messages: Type.Optional(Type.Boolean()),
          delete_direct_messages: Type.Optional(Type.Boolean()),
        },
        { [IS_DICT]: true },
      ),
      { optional: true, doc: 'What goes with the account and its bots. Messages are deleted in the background.' },
    ),
  },
  response: EmptyResponseSchema,
  errors: [
    NO_SUCH_USER,
    DEACTIVATED,
    NO_PERMISSION,
    NOT_OWNER,
    { code: 'BAD_REQUEST', msg: 'Cannot deactivate the only organization owner' },
  ],
});

export const reactivateUser = defineEndpoint({
  method: 'POST',
  path: 'users/{user_id}/reactivate',
  tag: 'Users',
  summary: 'Reactivate a user',
  description: 'Humans and bots; an active account stays as it is.',
  auth: 'user',
  subject: 'rpc.users.v1.users.reactivate',
  timeoutMs: 30_000,
  idempotent: true,
  deadlineMs: 30_000,
  params: {
    user_id: integer({ doc: 'ID of the user or bot.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    {
      code: 'BAD_REQUEST',
      msg: 'The account was deactivated by a directory, which alone can reactivate it.',
    },
    { code: 'BAD_REQUEST', msg: 'A deleted account cannot be reactivated.' },
    NO_SUCH_USER,
    NO_PERMISSION,
    {
      code: 'BAD_REQUEST',
      msg:
        'There is already an active bot named "Deploy" in this organization. To reactivate this bot, you must rename ' +
        'or deactivate the other one first.',
    },
  ],
});

export const deactivateOwnUser = defineEndpoint({
  method: 'DELETE',
  path: 'users/me',
  tag: 'Users',
  summary: 'Deactivate the own user',
  auth: 'user',
  subject: 'rpc.users.v1.users.deactivate-own',
  timeoutMs: 30_000,
  deadlineMs: 30_000,
  response: EmptyResponseSchema,
  errors: [{ code: 'CANNOT_DEACTIVATE_LAST_USER', msg: 'Cannot deactivate the only organization owner.' }],
});

export const getOwnUser = defineEndpoint({
  method: 'GET',
  path: 'users/me',
  tag: 'Users',
  summary: 'Get the own user',
  auth: 'user',
  subject: 'rpc.users.v1.accounts.own',
  response: OwnUserSchema,
});

const userListParams = {
  client_gravatar: boolean({ default: true, doc: 'Leave out avatars that the client can compute from the address.' }),
  include_custom_profile_fields: boolean({ default: false, doc: 'Whether humans carry `profile_data`.' }),
  user_ids: integers({ optional: true, doc: 'Only these users; unknown IDs are skipped.' }),
};

export const listUsers = defineEndpoint({
  method: 'GET',
  path: 'users',
  tag: 'Users',
  summary: 'Get all users',
  description:
    'Humans and bots, active and deactivated ones, in no particular order. Without credentials only where the ' +
    'organization lets everybody in.',
  auth: 'optional',
  params: userListParams,
  response: UserListSchema,
});

/** The answer is fragmented; its text is the whole JSON object of {@link UserListSchema}. */
export const readUserList = defineRpc({
  subject: 'rpc.users.v1.accounts.list',
  request: requestWith(userListParams, {
    /** Of spectators too, whose context has no actor. */
    realm_id: Type.Integer(),
    ...FRAGMENT_FIELDS,
  }),
  response: Type.Unknown(),
  auth: 'optional',
  idempotent: true,
});

export const createUser = defineEndpoint({
  method: 'POST',
  path: 'users',
  tag: 'Users',
  summary: 'Create a user',
  description: 'Administrators whom the operator allowed to create accounts.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.accounts.create',
  timeoutMs: 15_000,
  params: {
    email: text({ doc: 'Address of the new account.' }),
    password: text({ doc: 'Its password: 6 to 100 characters that are hard to guess.' }),
    full_name: text({ allowNul: true, doc: 'Its name.' }),
  },
  response: Type.Object({ user_id: Type.Integer({ description: 'ID of the new account.' }) }, CLOSED),
  errors: [
    { code: 'BAD_REQUEST', msg: 'User not authorized to create users' },
    { code: 'BAD_REQUEST', msg: 'Name must not be empty!' },
    { code: 'BAD_REQUEST', msg: 'Bad name or username' },
    { code: 'BAD_REQUEST', msg: "Email 'ada@elsewhere.example' not allowed in this organization" },
    { code: 'BAD_REQUEST', msg: 'Disposable email addresses are not allowed in this organization' },
    { code: 'BAD_REQUEST', msg: 'Email addresses containing + are not allowed.' },
    { code: 'BAD_REQUEST', msg: 'Email is already in use.' },
    { code: 'BAD_REQUEST', msg: 'The password is too weak.' },
  ],
});
