import { Type } from '@sinclair/typebox';
import { AttachmentObject, ChangedAttachmentSchema } from '../messages/attachment-object';
import { CLOSED } from '../rpc/nullable';

const shared = {
  id: Type.Integer(),
  type: Type.Literal('attachment'),
  upload_space_used: Type.Integer({ description: 'Bytes of all uploads of the organization.' }),
};

/** A file was uploaded, or messages began or ceased to refer to it (messages.md 15). */
export const AttachmentEventSchema = Type.Object(
  { ...shared, op: Type.Union([Type.Literal('add'), Type.Literal('update')]), attachment: ChangedAttachmentSchema },
  CLOSED,
);

export const AttachmentRemoveEventSchema = Type.Object(
  { ...shared, op: Type.Literal('remove'), attachment: Type.Object({ id: Type.Integer() }, CLOSED) },
  CLOSED,
);

/** With the messages, and times in milliseconds. */
export type StoredAttachmentEvent = { type: 'attachment'; upload_space_used: number } & (
  | { op: 'add'; attachment: AttachmentObject }
  | { op: 'update'; attachment: AttachmentObject }
  | { op: 'remove'; attachment: { id: number } }
);
