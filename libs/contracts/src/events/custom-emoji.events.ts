import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';
import { CustomEmojiTableSchema } from '../organization/custom-emoji-table';

/** Custom emoji changed: the whole table (organization.md 7). */
export const RealmEmojiEventSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Literal('realm_emoji'),
    op: Type.Literal('update'),
    realm_emoji: CustomEmojiTableSchema,
  },
  CLOSED,
);
