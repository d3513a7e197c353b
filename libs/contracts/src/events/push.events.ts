import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';

/** A device was registered at the push relay, or could not be (push.md 4). */
export const PushDeviceEventSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Literal('push_device'),
    push_account_id: Type.String({ description: 'int64 in decimal.' }),
    status: Type.Union([Type.Literal('active'), Type.Literal('failed'), Type.Literal('pending')]),
    error_code: Type.Optional(Type.String({ description: 'Only with the status failed.' })),
  },
  CLOSED,
);
