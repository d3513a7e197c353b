import { EnumParam, IntegerListParam, IntegerParam, StringParam } from '@stoa/http-params';

/** `POST /typing` (messages.md 14). */
export class TypingParams {
  @EnumParam(['start', 'stop'], { doc: 'Whether typing begins or ends.', text: 'short' })
  op!: 'start' | 'stop';

  @EnumParam(['direct', 'stream', 'channel', 'private'], {
    doc: 'Kind of the conversation.',
    text: 'short',
    default: 'direct',
  })
  type!: string;

  @IntegerListParam({ doc: 'User IDs of a direct conversation.', optional: true })
  to?: number[];

  @IntegerParam({ name: 'stream_id', doc: 'ID of the channel.', optional: true })
  channelId?: number;

  @StringParam({ doc: 'Topic in the channel.', optional: true })
  topic?: string;
}

/** `POST /messages/{message_id}/typing` */
export class EditTypingParams {
  @IntegerParam({ in: 'path', name: 'message_id', doc: 'ID of the message that is edited.' })
  messageId!: number;

  @EnumParam(['start', 'stop'], { doc: 'Whether editing begins or ends.', text: 'short' })
  op!: 'start' | 'stop';
}
