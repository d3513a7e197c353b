import { Type } from '@sinclair/typebox';
import { boolean, integer, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';

const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji'];
const STATUS_ERRORS: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'Client did not pass any new values.' },
  { code: 'BAD_REQUEST', msg: 'status_text is too long (limit: 60 characters)' },
  { code: 'BAD_REQUEST', msg: 'Client must pass emoji_name if they pass either emoji_code or reaction_type.' },
  { code: 'BAD_REQUEST', msg: "Emoji 'xxx' does not exist" },
];
const ACCESS_ERRORS: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'No such user' },
  { code: 'BAD_REQUEST', msg: 'User is deactivated' },
  { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
];

const user_id = integer({ doc: 'ID of the user.' });
const status = {
  status_text: text({ doc: 'At most 60 characters; an empty text clears it.', optional: true }),
  emoji_name: text({ doc: 'An empty name clears the emoji.', optional: true }),
  emoji_code: text({ doc: "Within the type's namespace.", optional: true }),
  reaction_type: text({ doc: `One of ${REACTION_TYPES.join(', ')}.`, optional: true }),
};

const UserStatusSchema = Type.Object(
  {
    away: Type.Optional(Type.Literal(true)),
    status_text: Type.Optional(Type.String()),
    emoji_name: Type.Optional(Type.String()),
    emoji_code: Type.Optional(Type.String()),
    reaction_type: Type.Optional(Type.String()),
  },
  CLOSED,
);

/** Text and emoji next to a name (users.md 10). */
export const updateOwnStatus = defineEndpoint({
  method: 'POST',
  path: 'users/me/status',
  tag: 'Users',
  summary: 'Set the own status',
  auth: 'user',
  guard: 'human',
  subject: 'rpc.users.v1.user-status.update-own',
  idempotent: true,
  params: {
    away: boolean({ doc: 'The opposite of the setting presence_enabled.', optional: true, deprecated: true }),
    ...status,
  },
  response: EmptyResponseSchema,
  errors: STATUS_ERRORS,
});

export const updateUserStatus = defineEndpoint({
  method: 'POST',
  path: 'users/{user_id}/status',
  tag: 'Users',
  summary: "Set a user's status",
  auth: 'user',
  subject: 'rpc.users.v1.user-status.update',
  idempotent: true,
  params: { user_id, ...status },
  response: EmptyResponseSchema,
  errors: [...STATUS_ERRORS, ...ACCESS_ERRORS],
});

export const getUserStatus = defineEndpoint({
  method: 'GET',
  path: 'users/{user_id}/status',
  tag: 'Users',
  summary: "Get a user's status",
  auth: 'user',
  subject: 'rpc.users.v1.user-status.get',
  params: { user_id },
  response: Type.Object({ status: UserStatusSchema }, CLOSED),
  errors: ACCESS_ERRORS,
});
