import { Type } from '@sinclair/typebox';
import { BooleanParam, EnumParam, IntegerParam, JsonParam, StringParam } from '@stoa/http-params';

/** The end of the year 9999, in seconds: what dates can hold. */
const LATEST_TIME = 253_402_300_799;

const TYPES = ['direct', 'channel', 'stream', 'private'];
const TYPE = { text: 'long', doc: 'Channel message (`channel`, `stream`) or direct message.' } as const;
const TO_DOC = 'Channel: its ID. Direct message: list of user IDs.';
const To = Type.Union([Type.Integer(), Type.Array(Type.Integer())]);
const DELIVERY = {
  name: 'scheduled_delivery_timestamp',
  max: LATEST_TIME,
  doc: 'When to send it, in seconds since the epoch.',
};
const TOPIC = { alias: ['subject'], allowNul: true, optional: true, doc: 'Topic; for channel messages.' };
const CONTENT = { allowNul: true, doc: 'The message in markup.' };

/** `POST /scheduled_messages` (messages.md 17). */
export class CreateScheduledMessageParams {
  @EnumParam(TYPES, TYPE)
  type!: string;

  @JsonParam(To, { doc: TO_DOC })
  to!: number | number[];

  @StringParam(CONTENT)
  content!: string;

  @StringParam(TOPIC)
  topic?: string;

  @IntegerParam(DELIVERY)
  deliverAt!: number;

  @BooleanParam({
    optional: true,
    name: 'read_by_sender',
    doc: "Whether it starts as read for its sender; by the client's name unless given.",
  })
  readBySender?: boolean;
}

/** `DELETE /scheduled_messages/{scheduled_message_id}` */
export class ScheduledMessageParams {
  @IntegerParam({ in: 'path', name: 'scheduled_message_id', doc: 'ID of the scheduled message.' })
  scheduledMessageId!: number;
}

/** `PATCH /scheduled_messages/{scheduled_message_id}`: what is left out stays. */
export class EditScheduledMessageParams extends ScheduledMessageParams {
  @EnumParam(TYPES, { ...TYPE, optional: true })
  type?: string;

  @JsonParam(To, { optional: true, doc: TO_DOC })
  to?: number | number[];

  @StringParam({ ...CONTENT, optional: true })
  content?: string;

  @StringParam(TOPIC)
  topic?: string;

  @IntegerParam({ ...DELIVERY, optional: true })
  deliverAt?: number;
}

export function isChannelType(type: string): boolean {
  return type === 'channel' || type === 'stream';
}
