import { Static, Type } from '@sinclair/typebox';
import type { DraftInput } from '@stoa/contracts';
import { ALLOW_NUL, IntegerParam, JsonParam } from '@stoa/http-params';

/** The end of the year 9999, in seconds: what dates can hold. */
const LATEST_TIME = 253_402_300_799;

const DraftParamSchema = Type.Object(
  {
    type: Type.Union([
      Type.Literal(''),
      Type.Literal('private'),
      Type.Literal('stream'),
      Type.Literal('direct'),
      Type.Literal('channel'),
    ]),
    to: Type.Array(Type.Integer()),
    topic: Type.String({ [ALLOW_NUL]: true }),
    content: Type.String({ [ALLOW_NUL]: true }),
    timestamp: Type.Optional(Type.Union([Type.Number({ maximum: LATEST_TIME }), Type.Null()])),
  },
  { additionalProperties: false },
);
type DraftParam = Static<typeof DraftParamSchema>;

/** `POST /drafts` (messages.md 16). */
export class CreateDraftsParams {
  @JsonParam(Type.Array(DraftParamSchema), { doc: 'Drafts, without ids.' })
  drafts!: DraftParam[];
}

/** `DELETE /drafts/{draft_id}` */
export class DraftParams {
  @IntegerParam({ in: 'path', name: 'draft_id', doc: 'ID of the draft.' })
  draftId!: number;
}

/** `PATCH /drafts/{draft_id}` */
export class EditDraftParams extends DraftParams {
  @JsonParam(DraftParamSchema, { doc: 'The whole draft anew, without its id.' })
  draft!: DraftParam;
}

/** The newer names of the two types mean the same. */
export function draftInput({ type, to, topic, content, timestamp }: DraftParam): DraftInput {
  const kind = type === 'channel' ? 'stream' : type === 'direct' ? 'private' : type;
  return { type: kind, to, topic, content, timestamp: timestamp ?? null };
}
