import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../users/nullable';
import { AttachmentSchema } from './attachment-object';

const ImageSchema = Nullable(
  Type.Object({ width: Type.Integer(), height: Type.Integer(), animated: Type.Boolean() }, CLOSED),
);

/** Bytes that may still be uploaded; asked before a file is taken in. */
export const getUploadSpace = defineRpc({
  subject: 'rpc.messages.v1.attachments.space',
  request: Type.Object({}),
  response: Type.Object({ left: Nullable(Type.Integer({ description: 'Null without a quota.' })) }, CLOSED),
  idempotent: true,
});

/** Records a file whose bytes are stored (messages.md 15, POST /user_uploads). */
export const addAttachment = defineRpc({
  subject: 'rpc.messages.v1.attachments.add',
  request: Type.Object({
    pathId: Type.String(),
    fileName: Type.String(),
    contentType: Nullable(Type.String()),
    size: Type.Integer(),
    image: ImageSchema,
  }),
  response: Type.Object({ id: Type.Integer() }, CLOSED),
  idempotent: false,
});

/** `GET /attachments`. */
export const listAttachments = defineRpc({
  subject: 'rpc.messages.v1.attachments.list',
  request: Type.Object({}),
  response: Type.Object(
    {
      attachments: Type.Array(AttachmentSchema),
      upload_space_used: Type.Integer({ description: 'Bytes of all uploads of the organization.' }),
    },
    CLOSED,
  ),
  idempotent: true,
});

/** `DELETE /attachments/{id}`. */
export const removeAttachment = defineRpc({
  subject: 'rpc.messages.v1.attachments.remove',
  request: Type.Object({ attachmentId: Type.Integer() }),
  response: Type.Object({}, CLOSED),
  idempotent: false,
});

/** May the caller, or an anonymous spectator of the organization, open a file? */
export const openAttachment = defineRpc({
  subject: 'rpc.messages.v1.attachments.open',
  request: Type.Object({
    realmId: Type.Integer(),
    pathId: Type.String(),
    /** Access was decided already (a temporary address): only what the file is, is asked. */
    isGranted: Type.Optional(Type.Boolean()),
  }),
  response: Type.Union([
    Type.Object({ access: Type.Literal('missing') }, CLOSED),
    Type.Object({ access: Type.Literal('denied') }, CLOSED),
    Type.Object(
      {
        access: Type.Literal('granted'),
        fileName: Type.String(),
        contentType: Nullable(Type.String()),
        size: Type.Integer(),
        image: ImageSchema,
      },
      CLOSED,
    ),
  ]),
  idempotent: true,
});
