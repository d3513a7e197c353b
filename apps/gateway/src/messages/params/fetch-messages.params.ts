import { BooleanParam, IntegerListParam, IntegerParam, StringParam } from '@stoa/http-params';

/** `GET /messages` (messages.md 8). */
export class FetchMessagesParams {
  @StringParam({ optional: true, doc: '`newest`, `oldest`, `first_unread` or a message ID.' })
  anchor?: string;

  @BooleanParam({ default: true, name: 'include_anchor', doc: 'Whether the message at the anchor is included.' })
  includeAnchor!: boolean;

  @IntegerParam({ default: 0, min: 0, name: 'num_before', doc: 'Messages before the anchor.' })
  numBefore!: number;

  @IntegerParam({ default: 0, min: 0, name: 'num_after', doc: 'Messages after the anchor.' })
  numAfter!: number;

  @StringParam({ optional: true, doc: 'JSON list of narrow terms; nothing is filtered without.' })
  narrow?: string;

  @IntegerListParam({ optional: true, name: 'message_ids', doc: 'Exactly these messages, instead of a range.' })
  messageIds?: number[];

  @BooleanParam({ default: true, name: 'client_gravatar', doc: 'The client computes the addresses of gravatars.' })
  clientGravatar!: boolean;

  @BooleanParam({ default: true, name: 'apply_markdown', doc: 'HTML instead of markup.' })
  applyMarkdown!: boolean;

  @BooleanParam({
    default: false,
    deprecated: true,
    name: 'use_first_unread_anchor',
    doc: 'Overrides the anchor with `first_unread`.',
  })
  useFirstUnreadAnchor!: boolean;

  @BooleanParam({ default: false, name: 'allow_empty_topic_name', doc: 'The client knows the empty topic.' })
  allowEmptyTopicName!: boolean;
}

/** `GET /messages/{message_id}` (messages.md 4). */
export class FetchMessageParams {
  @IntegerParam({ in: 'path', name: 'message_id', doc: 'The message.' })
  messageId!: number;

  @BooleanParam({ default: true, name: 'apply_markdown', doc: 'HTML instead of markup.' })
  applyMarkdown!: boolean;

  @BooleanParam({ default: false, name: 'allow_empty_topic_name', doc: 'The client knows the empty topic.' })
  allowEmptyTopicName!: boolean;
}
