import { IntegerParam, StringParam } from '@stoa/http-params';

/** A message in the path. */
export class MessageParams {
  @IntegerParam({ in: 'path', name: 'message_id', doc: 'ID of the message.' })
  messageId!: number;
}

/** `POST /messages/{message_id}/reactions` (messages.md 12). */
export class AddReactionParams extends MessageParams {
  @StringParam({ name: 'emoji_name', doc: 'Name of the emoji.' })
  emojiName!: string;

  @StringParam({ optional: true, name: 'emoji_code', doc: 'Its code within the type; looked up by name unless given.' })
  emojiCode?: string;

  @StringParam({
    optional: true,
    name: 'reaction_type',
    doc: '`unicode_emoji`, `realm_emoji`, or `zulip_extra_emoji` (also written `service_extra_emoji`).',
  })
  reactionType?: string;
}

/** `DELETE /messages/{message_id}/reactions`: name or code is needed. */
export class RemoveReactionParams extends MessageParams {
  @StringParam({ optional: true, name: 'emoji_name', doc: 'Name of the emoji.' })
  emojiName?: string;

  @StringParam({ optional: true, name: 'emoji_code', doc: 'Its code within the type.' })
  emojiCode?: string;

  @StringParam({ default: 'unicode_emoji', name: 'reaction_type', doc: 'As for adding.' })
  reactionType!: string;
}

/** `POST /submessage` (markdown.md 13.2). */
export class AddSubmessageParams {
  @IntegerParam({ name: 'message_id', doc: 'ID of the widget message.' })
  messageId!: number;

  @StringParam({ name: 'msg_type', doc: '`widget`' })
  msgType!: string;

  @StringParam({ maxLength: 10_000, doc: 'JSON text: what is added.' })
  content!: string;
}
