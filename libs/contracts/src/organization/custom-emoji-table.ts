import { Static, Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

/** An emoji that an organization added to the built-in ones. */
export const CustomEmojiSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    source_url: Type.String(),
    still_url: Nullable(Type.String()),
    deactivated: Type.Boolean(),
    author_id: Nullable(Type.Integer()),
  },
  CLOSED,
);

/** Custom emoji by id, deactivated ones included (organization.md 7). */
export const CustomEmojiTableSchema = Type.Record(Type.String(), CustomEmojiSchema);
export type CustomEmojiTable = Static<typeof CustomEmojiTableSchema>;
