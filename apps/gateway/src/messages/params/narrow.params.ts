import { BooleanParam, IntegerListParam, IntegerParam, StringParam } from '@stoa/http-params';

/** `GET /messages/matches_narrow` (messages.md 8). */
export class MatchesNarrowParams {
  @IntegerListParam({ name: 'msg_ids', doc: 'The messages to look at.' })
  messageIds!: number[];

  @StringParam({ doc: 'JSON list of narrow terms.' })
  narrow!: string;
}

/** `POST /messages/render` (messages.md 8). */
export class RenderMessageParams {
  @StringParam({ doc: 'A message in markup.' })
  content!: string;
}

/** `GET /messages/summary` (messages.md 21). */
export class TopicSummaryParams {
  @StringParam({ doc: 'JSON list of narrow terms: the conversation.' })
  narrow!: string;
}

/** `POST /messages/flags/narrow` (messages.md 11). The texts for unknown flags and operations are the service's. */
export class UpdateFlagsForNarrowParams {
  @StringParam({ doc: '`newest`, `oldest`, `first_unread` or a message ID.' })
  anchor!: string;

  @BooleanParam({ default: true, name: 'include_anchor', doc: 'Whether the message at the anchor is included.' })
  includeAnchor!: boolean;

  @IntegerParam({ min: 0, name: 'num_before', doc: 'Messages before the anchor.' })
  numBefore!: number;

  @IntegerParam({ min: 0, name: 'num_after', doc: 'Messages after the anchor.' })
  numAfter!: number;

  @StringParam({ doc: 'JSON list of narrow terms; `[]` filters nothing.' })
  narrow!: string;

  @StringParam({ doc: '`add` or `remove`.' })
  op!: string;

  @StringParam({ doc: '`read`, `starred` or `collapsed`.' })
  flag!: string;
}

/** `POST /mark_stream_as_read` (messages.md 10). */
export class MarkChannelReadParams {
  @IntegerParam({ name: 'stream_id', doc: 'The channel.' })
  channelId!: number;
}

/** `POST /mark_topic_as_read` (messages.md 10). */
export class MarkTopicReadParams {
  @IntegerParam({ name: 'stream_id', doc: 'The channel.' })
  channelId!: number;

  @StringParam({ name: 'topic_name', doc: 'The topic.' })
  topic!: string;
}
