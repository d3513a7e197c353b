import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';

/** `POST /messages/render` (messages.md 8): as a message of this user would look; nothing is sent. */
export const renderMessage = defineRpc({
  subject: 'rpc.messages.v1.messages.render',
  request: Type.Object({ content: Type.String() }),
  response: Type.Object({ rendered: Type.String({ description: 'HTML.' }) }, { additionalProperties: false }),
  idempotent: true,
});
