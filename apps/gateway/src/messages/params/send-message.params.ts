import { BooleanParam, EnumParam, StringParam } from '@stoa/http-params';

/** `POST /messages` (messages.md 3). */
export class SendMessageParams {
  @EnumParam(['direct', 'private', 'channel', 'stream'], {
    text: 'short',
    doc: 'Channel message (`channel`, `stream`) or direct message (`direct`, `private`).',
  })
  type!: string;

  @StringParam({
    optional: true,
    doc: 'Channel: its name or JSON integer ID. Direct message: JSON list of user IDs or of API emails.',
  })
  to?: string;

  @StringParam({
    optional: true,
    alias: ['subject'],
    allowNul: true,
    doc: 'Topic; required for channel messages, ignored otherwise.',
  })
  topic?: string;

  @StringParam({ allowNul: true, doc: 'The message in markup.' })
  content!: string;

  @StringParam({ optional: true, name: 'queue_id', doc: 'Event queue of a client that does local echo.' })
  queueId?: string;

  @StringParam({ optional: true, name: 'local_id', doc: 'Passed back in the event to that queue.' })
  localId?: string;

  @BooleanParam({
    optional: true,
    name: 'read_by_sender',
    doc: "Whether the message starts as read for its sender; by the client's name unless given.",
  })
  readBySender?: boolean;

  @StringParam({
    optional: true,
    name: 'widget_content',
    maxLength: 10_000,
    doc: 'JSON object with `widget_type` and `extra_data`: a form of choices, sent by bots.',
  })
  widgetContent?: string;

  @StringParam({ optional: true, deprecated: true, doc: '`yes`: sent in the name of somebody else; refused.' })
  forged?: string;

  @StringParam({ optional: true, deprecated: true, doc: 'In whose name; refused.' })
  sender?: string;
}
