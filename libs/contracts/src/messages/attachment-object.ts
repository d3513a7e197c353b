import { Static, Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';

/** A file as the API shows it (messages.md 15); times in milliseconds. */
export const AttachmentSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String({ description: 'File name as it was uploaded, made safe.' }),
    path_id: Type.String({ description: 'What follows /user_uploads/ in its address.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    create_time: Type.Integer({ description: 'Milliseconds since 1970.' }),
    messages: Type.Array(
      Type.Object({ id: Type.Integer(), date_sent: Type.Integer({ description: 'Milliseconds since 1970.' }) }, CLOSED),
    ),
  },
  CLOSED,
);
export type AttachmentObject = Static<typeof AttachmentSchema>;
