import { BooleanParam, EnumParam, IntegerParam, StringParam } from '@stoa/http-params';

const LONGEST_DESCRIPTION = 1000;

/** Endpoints about one message. */
export class OneMessageParams {
  @IntegerParam({ in: 'path', name: 'message_id', doc: 'ID of the message.' })
  messageId!: number;
}

/** `PATCH /messages/{message_id}` (messages.md 5). */
export class EditMessageParams extends OneMessageParams {
  @StringParam({ optional: true, allowNul: true, doc: 'The new content in markup.' })
  content?: string;

  @StringParam({ optional: true, allowNul: true, alias: ['subject'], doc: 'The new topic; channel messages only.' })
  topic?: string;

  @IntegerParam({ optional: true, name: 'stream_id', doc: 'ID of the new channel; not together with `content`.' })
  channelId?: number;

  @EnumParam(['change_one', 'change_later', 'change_all'], {
    text: 'short',
    default: 'change_one',
    name: 'propagate_mode',
    doc: 'Which messages of the topic are moved: this one, this and later ones, or all.',
  })
  propagateMode!: 'change_one' | 'change_later' | 'change_all';

  @BooleanParam({
    default: false,
    name: 'send_notification_to_old_thread',
    doc: 'Whether the notification bot writes where the messages were.',
  })
  sendNotificationToOldThread!: boolean;

  @BooleanParam({
    default: true,
    name: 'send_notification_to_new_thread',
    doc: 'Whether the notification bot writes where the messages are now.',
  })
  sendNotificationToNewThread!: boolean;

  @StringParam({
    optional: true,
    name: 'prev_content_sha256',
    doc: "SHA-256, in hexadecimal, of the client's copy of the content: the request fails if the message was edited since.",
  })
  prevContentSha256?: string;
}

/** `GET /messages/{message_id}/history` (messages.md 4). */
export class MessageHistoryParams extends OneMessageParams {
  @BooleanParam({ default: false, name: 'allow_empty_topic_name', doc: 'The client knows the empty topic.' })
  allowEmptyTopicName!: boolean;
}

/** `POST /messages/{message_id}/report` (messages.md 20). */
export class ReportMessageParams extends OneMessageParams {
  @EnumParam(['spam', 'harassment', 'inappropriate', 'norms', 'other'], {
    text: 'long',
    name: 'report_type',
    doc: 'Why.',
  })
  reportType!: 'spam' | 'harassment' | 'inappropriate' | 'norms' | 'other';

  @StringParam({ optional: true, maxLength: LONGEST_DESCRIPTION, doc: 'An explanation; required for `other`.' })
  description?: string;
}

/** `POST /streams/{stream_id}/delete_topic` (channels.md 11.3). */
export class DeleteTopicParams {
  @IntegerParam({ in: 'path', name: 'stream_id', doc: 'ID of the channel.' })
  channelId!: number;

  @StringParam({ allowNul: true, name: 'topic_name', doc: 'The topic.' })
  topic!: string;
}
