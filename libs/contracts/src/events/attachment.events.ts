import { Type } from '@sinclair/typebox';
import { AttachmentSchema } from '../messages/attachment-object';
import { CLOSED } from '../rpc/nullable';

const shared = {
  id: Type.Integer(),
  type: Type.Literal('attachment'),
  upload_space_used: Type.Integer({ description: 'Bytes of all uploads of the organization.' }),
};

/** A file was uploaded, or messages began or ceased to refer to it (messages.md 15). */
export const AttachmentEventSchema = Type.Object(
  { ...shared, op: Type.Union([Type.Literal('add'), Type.Literal('update')]), attachment: AttachmentSchema },
  CLOSED,
);

export const AttachmentRemoveEventSchema = Type.Object(
  { ...shared, op: Type.Literal('remove'), attachment: Type.Object({ id: Type.Integer() }, CLOSED) },
  CLOSED,
);
