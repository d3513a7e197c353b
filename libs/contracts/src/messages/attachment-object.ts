import { Static, Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';

function attachmentIn(unit: string) {
  const time = Type.Integer({ description: `${unit} since 1970.` });
  return Type.Object(
    {
      id: Type.Integer(),
      name: Type.String({ description: 'File name as it was uploaded, made safe.' }),
      path_id: Type.String({ description: 'What follows /user_uploads/ in its address.' }),
      size: Type.Integer({ description: 'Bytes.' }),
      create_time: time,
      messages: Type.Array(Type.Object({ id: Type.Integer(), date_sent: time }, CLOSED)),
      message_ids: Type.Optional(Type.Array(Type.Integer(), { description: 'Ids of the same messages, ascending.' })),
    },
    CLOSED,
  );
}

/** A file as lists and events show it (messages.md 15); times in seconds. Stored events have milliseconds. */
export const AttachmentSchema = attachmentIn('Seconds');
export type AttachmentObject = Static<typeof AttachmentSchema>;

/** A file that an edit left without messages; times in milliseconds (docs/decisions/042). */
export const DetachedUploadSchema = attachmentIn('Milliseconds');
