import { IntegerParam, StringParam } from '@stoa/http-params';

/** The end of the year 9999, in seconds: what dates can hold. */
const LATEST_TIME = 253_402_300_799;

/** `POST /reminders` (messages.md 18). */
export class CreateReminderParams {
  @IntegerParam({ name: 'message_id', doc: 'ID of the message to be reminded of.' })
  messageId!: number;

  @IntegerParam({
    name: 'scheduled_delivery_timestamp',
    max: LATEST_TIME,
    doc: 'When to be reminded, in seconds since the epoch.',
  })
  deliverAt!: number;

  @StringParam({ optional: true, doc: 'What to add, at most 1000 characters.' })
  note?: string;
}

/** `DELETE /reminders/{reminder_id}` */
export class ReminderParams {
  @IntegerParam({ in: 'path', name: 'reminder_id', doc: 'ID of the reminder.' })
  reminderId!: number;
}
