import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';
import { CustomEmojiSchema, CustomEmojiTableSchema } from '../organization/custom-emoji-table';

/** Custom emoji changed: the whole table (organization.md 7), for queues without `individual_emoji_changes`. */
export const RealmEmojiEventSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Literal('realm_emoji'),
    op: Type.Literal('update'),
    realm_emoji: CustomEmojiTableSchema,
  },
  CLOSED,
);

/** A custom emoji was added, for queues with `individual_emoji_changes`. */
export const RealmEmojiAddEventSchema = Type.Object(
  { id: Type.Integer(), type: Type.Literal('realm_emoji'), op: Type.Literal('add'), emoji: CustomEmojiSchema },
  CLOSED,
);

/** A custom emoji was deactivated, for the same queues. */
export const RealmEmojiUpdateOneEventSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Literal('realm_emoji'),
    op: Type.Literal('update_one'),
    emoji_id: Type.String(),
    data: Type.Object({ deactivated: Type.Boolean() }, CLOSED),
  },
  CLOSED,
);
