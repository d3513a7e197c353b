import { Type } from '@sinclair/typebox';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';
import { IMAGE_MS, SpooledFilesSchema } from './spooled-files';

const DISABLED: DocumentedError = { code: 'BAD_REQUEST', msg: 'Avatar changes are disabled in this organization.' };
const AvatarSchema = Type.Object({ avatar_url: Type.String() }, CLOSED);

/** The own avatar (users.md 6). */
export const setAvatar = defineEndpoint({
  method: 'POST',
  path: 'users/me/avatar',
  tag: 'Users',
  summary: 'Set the own avatar',
  description: 'multipart/form-data with one image.',
  auth: 'user',
  streamsFiles: true,
  response: AvatarSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'You must upload exactly one avatar.' },
    DISABLED,
    { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
    { code: 'BAD_IMAGE', msg: 'Could not decode image; did you upload an image file?' },
    { code: 'BAD_IMAGE', msg: 'Image size exceeds limit.' },
  ],
});

export const setSpooledAvatar = defineRpc({
  subject: 'rpc.users.v1.avatars.set',
  request: Type.Object({ files: SpooledFilesSchema }),
  response: AvatarSchema,
  auth: 'user',
  timeoutMs: IMAGE_MS,
  idempotent: false,
});

export const removeAvatar = defineEndpoint({
  method: 'DELETE',
  path: 'users/me/avatar',
  tag: 'Users',
  summary: 'Remove the own avatar',
  description: 'The generated one is shown again.',
  auth: 'user',
  subject: 'rpc.users.v1.avatars.remove',
  response: AvatarSchema,
  errors: [DISABLED],
});

/** Where `GET /avatar/{user_id or email}` leads to (users.md 1). */
export const findAvatar = defineRpc({
  subject: 'rpc.users.v1.avatars.find',
  request: Type.Object({ realm_id: Type.Integer(), who: Type.String(), is_medium: Type.Boolean() }),
  response: Type.Object({ url: Type.String() }, CLOSED),
  auth: 'optional',
  idempotent: true,
});

/** Draws the avatar of the account that has the key, unless nobody has it or it was uploaded (users.md 1). */
export const drawAvatar = defineRpc({
  subject: 'rpc.users.v1.avatars.draw',
  request: Type.Object({ realm_id: Type.Integer(), key: Type.String() }),
  response: Type.Object({ is_drawn: Type.Boolean() }, CLOSED),
  auth: 'public',
  timeoutMs: IMAGE_MS,
  idempotent: true,
});

/**
 * Moves the next accounts from avatars that a hosted service makes of their addresses to avatars that this one draws, and
 * tells everybody who sees them. Repeating a batch finds nothing left of it.
 */
export const drawGeneratedAvatars = defineRpc({
  subject: 'rpc.users.v1.avatars.draw-generated',
  request: Type.Object({
    after_id: Type.Integer({ description: 'The last account of the batch before; 0 at first.' }),
  }),
  response: Type.Object(
    { moved: Type.Integer(), last_id: Nullable(Type.Integer({ description: 'Null: none is left.' })) },
    CLOSED,
  ),
  auth: 'user',
  timeoutMs: IMAGE_MS,
  idempotent: true,
});
