import { Static, Type } from '@sinclair/typebox';
import { STORED_AS } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';

const file = {
  id: Type.Integer(),
  name: Type.String({ description: 'File name as it was uploaded, made safe.' }),
  path_id: Type.String({ description: 'What follows /user_uploads/ in its address.' }),
  size: Type.Integer({ description: 'Bytes.' }),
};
const message_ids = Type.Array(Type.Integer(), { description: 'Ids of the messages that refer to it, ascending.' });

function withMessages(unit: string) {
  const time = Type.Integer({ description: `${unit} since 1970.` });
  const messages = Type.Array(Type.Object({ id: Type.Integer(), date_sent: time }, CLOSED));
  return Type.Object({ ...file, create_time: time, messages, message_ids: Type.Optional(message_ids) }, CLOSED);
}

/** A file that an edit left without messages, and a file as it is stored in events; times in milliseconds (docs/decisions/042). */
export const DetachedUploadSchema = withMessages('Milliseconds');
export type AttachmentObject = Static<typeof DetachedUploadSchema>;

/** A file as gateways of the release before ask for it; times in seconds. */
export const EarlierAttachmentSchema = withMessages('Seconds');

const shown = { ...file, create_time: Type.Integer({ description: 'Seconds since 1970.' }), message_ids };

/** A file as lists show it (messages.md 15); times in seconds. */
export const AttachmentSchema = Type.Object(shown, CLOSED);
export type ShownAttachment = Static<typeof AttachmentSchema>;

/** The same in events. */
export const ChangedAttachmentSchema = Type.Object(shown, { ...CLOSED, [STORED_AS]: DetachedUploadSchema });
