import { Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';
import { AttachmentSchema, EarlierAttachmentSchema } from './attachment-object';

const UPLOAD_MS = 280_000;

/** messages.md 15 */
export const uploadFile = defineEndpoint({
  method: 'POST',
  path: 'user_uploads',
  tag: 'Files',
  summary: 'Upload a file',
  description: 'multipart/form-data with one file; the name of its field does not matter.',
  auth: 'user',
  streamsFiles: true,
  deadlineMs: UPLOAD_MS,
  response: Type.Object(
    {
      url: Type.String({ description: 'Address of the file below that of the organization.' }),
      uri: Type.String({ description: 'Deprecated copy of url.' }),
      filename: Type.String({ description: 'Name to show.' }),
    },
    CLOSED,
  ),
  errors: [
    { code: 'BAD_REQUEST', msg: 'You must specify a file to upload' },
    { code: 'BAD_REQUEST', msg: 'You may only upload one file at a time' },
    {
      code: 'BAD_REQUEST',
      msg: "File is larger than this server's configured maximum upload size (100 MiB).",
    },
    { code: 'REALM_UPLOAD_QUOTA', msg: "Upload would exceed your organization's upload quota." },
  ],
});

const ImageSchema = Nullable(
  Type.Object({ width: Type.Integer(), height: Type.Integer(), animated: Type.Boolean() }, CLOSED),
);

/** Bytes that may still be uploaded. For gateways of the release before: {@link reserveUpload} refuses and keeps the place. */
export const getUploadSpace = defineRpc({
  subject: 'rpc.messages.v1.attachments.space',
  auth: 'user',
  request: Type.Object({}),
  response: Type.Object({ left: Nullable(Type.Integer({ description: 'Null without a quota.' })) }, CLOSED),
  idempotent: true,
});

/**
 * The beginning of a file that arrives in pieces: its bytes count as used until {@link addAttachment} or {@link
 * releaseUpload} names it, or a day has passed. Repeating it changes nothing.
 */
export const reserveUpload = defineRpc({
  subject: 'rpc.messages.v1.attachments.reserve',
  auth: 'user',
  request: Type.Object({
    uploadId: Type.String(),
    size: Type.Integer({ description: 'Bytes of the whole file.' }),
    mostUploads: Type.Integer({ description: 'Unfinished files that one user may have.' }),
    mostBytes: Type.Integer({ description: 'Bytes that the unfinished files of one user may have together.' }),
  }),
  response: Type.Object(
    {
      refusal: Nullable(
        Type.Union([Type.Literal('quota'), Type.Literal('uploads'), Type.Literal('bytes')], {
          description: "The organization's quota, the number or the bytes of the user's files; null: reserved.",
        }),
      ),
    },
    CLOSED,
  ),
  idempotent: true,
});

/** Ends a reservation without a file. */
export const releaseUpload = defineRpc({
  subject: 'rpc.messages.v1.attachments.release',
  auth: 'user',
  request: Type.Object({ uploadId: Type.String() }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** Records a file whose bytes are stored: the end of {@link uploadFile}. */
export const addAttachment = defineRpc({
  subject: 'rpc.messages.v1.attachments.add',
  auth: 'user',
  request: Type.Object({
    pathId: Type.String(),
    fileName: Type.String(),
    contentType: Nullable(Type.String()),
    size: Type.Integer(),
    image: ImageSchema,
    uploadId: Type.Optional(Type.String({ description: 'The reservation that the file takes up.' })),
    mayBeThere: Type.Optional(
      Type.Boolean({ description: 'The same file may have been recorded before: then nothing is.' }),
    ),
  }),
  response: Type.Object({ id: Type.Integer() }, CLOSED),
  idempotent: false,
});

const fileAddress = {
  realm_id: integer({ doc: "ID of the organization: the first part of the file's address." }),
  filename: text({
    doc: 'All that follows in the address, such as `94/s2Wq/plan.png`; its slashes may be percent-encoded.',
    takesRest: true,
  }),
};
const FILE_REFUSALS: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'File not found', status: 404 },
  { code: 'BAD_REQUEST', msg: 'Access denied', status: 403 },
];

export const getTemporaryFileUrl = defineEndpoint({
  method: 'GET',
  path: 'user_uploads/{realm_id}/{filename}',
  tag: 'Files',
  summary: 'Get a temporary address of a file',
  auth: 'user',
  params: fileAddress,
  response: Type.Object({ url: Type.String({ description: 'Works for 60 seconds without credentials.' }) }, CLOSED),
  errors: FILE_REFUSALS,
});

/** For asking again after an upload (messages.md 15). */
export const getThumbnailStatus = defineEndpoint({
  method: 'GET',
  path: 'thumbnail/status/{realm_id}/{filename}',
  tag: 'Files',
  summary: 'Check whether an image has a thumbnail',
  auth: 'user',
  params: fileAddress,
  response: Type.Object({ has_thumbnail: Type.Boolean() }, CLOSED),
  errors: FILE_REFUSALS,
});

/** May the caller, or an anonymous spectator of the organization, open a file? */
export const openAttachment = defineRpc({
  subject: 'rpc.messages.v1.attachments.open',
  auth: 'optional',
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

const upload_space_used = Type.Integer({ description: 'Bytes of all uploads of the organization.' });

export const listAttachments = defineEndpoint({
  method: 'GET',
  path: 'attachments',
  tag: 'Files',
  summary: 'Get the own files',
  auth: 'user',
  subject: 'rpc.messages.v1.attachments.list-shown',
  response: Type.Object({ attachments: Type.Array(AttachmentSchema), upload_space_used }, CLOSED),
});

/** For gateways of the release before. */
export const listEarlierAttachments = defineRpc({
  subject: 'rpc.messages.v1.attachments.list',
  auth: 'user',
  request: Type.Object({}),
  response: Type.Object({ attachments: Type.Array(EarlierAttachmentSchema), upload_space_used }, CLOSED),
  idempotent: true,
});

export const removeAttachment = defineEndpoint({
  method: 'DELETE',
  path: 'attachments/{attachment_id}',
  tag: 'Files',
  summary: 'Delete a file',
  description: 'Only the own ones. Links in messages break.',
  auth: 'user',
  subject: 'rpc.messages.v1.attachments.remove',
  params: { attachment_id: integer({ doc: 'ID of the file.' }) },
  response: EmptyResponseSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'Invalid attachment' },
    { code: 'BAD_REQUEST', msg: 'An error occurred while deleting the attachment. Please try again later.' },
  ],
});
