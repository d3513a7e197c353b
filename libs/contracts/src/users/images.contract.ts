import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from './nullable';

/** Files of a multipart body that the edge put aside in the file store; it removes them after the call. */
export const SpooledFilesSchema = Type.Object(
  {
    /** How many files the body had. */
    count: Type.Integer(),
    /** The first one. */
    first: Nullable(
      Type.Object({ key: Type.String(), contentType: Nullable(Type.String()), isTooLarge: Type.Boolean() }, CLOSED),
    ),
  },
  CLOSED,
);
export type SpooledFiles = Static<typeof SpooledFilesSchema>;

const Empty = Type.Object({}, CLOSED);
const IMAGE_MS = 25_000;

/** `POST /users/me/avatar` (users.md 6). */
export const setAvatar = defineRpc({
  subject: 'rpc.users.v1.avatars.set',
  request: Type.Object({ files: SpooledFilesSchema }),
  response: Type.Object({ avatar_url: Type.String() }, CLOSED),
  timeoutMs: IMAGE_MS,
  idempotent: false,
});

/** `DELETE /users/me/avatar`. */
export const removeAvatar = defineRpc({
  subject: 'rpc.users.v1.avatars.remove',
  request: Empty,
  response: Type.Object({ avatar_url: Type.String() }, CLOSED),
  idempotent: false,
});

/** Where `GET /avatar/{user_id or email}` leads to (users.md 1). */
export const findAvatar = defineRpc({
  subject: 'rpc.users.v1.avatars.find',
  request: Type.Object({ realmId: Type.Integer(), who: Type.String(), isMedium: Type.Boolean() }),
  response: Type.Object({ url: Type.String() }, CLOSED),
  idempotent: true,
});

/** Custom emoji by id, deactivated ones included (organization.md 7). */
export const CustomEmojiTableSchema = Type.Record(
  Type.String(),
  Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      source_url: Type.String(),
      still_url: Nullable(Type.String()),
      deactivated: Type.Boolean(),
      author_id: Nullable(Type.Integer()),
    },
    CLOSED,
  ),
);
export type CustomEmojiTable = Static<typeof CustomEmojiTableSchema>;

/** `GET /realm/emoji`. */
export const listCustomEmoji = defineRpc({
  subject: 'rpc.users.v1.emoji.list',
  request: Empty,
  response: Type.Object({ emoji: CustomEmojiTableSchema }, CLOSED),
  idempotent: true,
});

/** `POST /realm/emoji/{emoji_name}`. */
export const addCustomEmoji = defineRpc({
  subject: 'rpc.users.v1.emoji.add',
  request: Type.Object({ name: Type.String(), files: SpooledFilesSchema }),
  response: Empty,
  timeoutMs: IMAGE_MS,
  idempotent: false,
});

/** `DELETE /realm/emoji/{emoji_name}`. */
export const removeCustomEmoji = defineRpc({
  subject: 'rpc.users.v1.emoji.remove',
  request: Type.Object({ name: Type.String() }),
  response: Empty,
  idempotent: false,
});

const RealmImageSchema = Type.Union([Type.Literal('icon'), Type.Literal('logo'), Type.Literal('night_logo')]);
export type RealmImageName = Static<typeof RealmImageSchema>;

/** `POST /realm/icon`, `POST /realm/logo` (organization.md 10). */
export const setRealmImage = defineRpc({
  subject: 'rpc.users.v1.realm-images.set',
  request: Type.Object({ image: RealmImageSchema, files: SpooledFilesSchema }),
  response: Type.Object({ url: Type.String() }, CLOSED),
  timeoutMs: IMAGE_MS,
  idempotent: false,
});

/** `DELETE /realm/icon`, `DELETE /realm/logo`. */
export const removeRealmImage = defineRpc({
  subject: 'rpc.users.v1.realm-images.remove',
  request: Type.Object({ image: RealmImageSchema }),
  response: Type.Object({ url: Type.String() }, CLOSED),
  idempotent: false,
});

/** Where `GET /realm/icon` and `GET /realm/logo` lead to. */
export const findRealmImage = defineRpc({
  subject: 'rpc.users.v1.realm-images.find',
  request: Type.Object({ image: RealmImageSchema }),
  response: Type.Object({ url: Type.String() }, CLOSED),
  idempotent: true,
});
