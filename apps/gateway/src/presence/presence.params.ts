import { BooleanParam, EnumParam, IntegerListParam, IntegerParam, StringParam } from '@stoa/http-params';

/** `POST /users/me/presence` (users.md 11). */
export class ReportPresenceParams {
  @StringParam({ doc: '`active` while the user uses the device, else `idle`.' })
  status!: string;

  @IntegerParam({
    name: 'last_update_id',
    doc: 'Newest id known to the client; -1 to fetch all. Forces the modern format.',
    optional: true,
  })
  lastUpdateId?: number;

  @IntegerParam({ name: 'history_limit_days', doc: 'Age of the oldest data on the first fetch.', default: 14 })
  historyLimitDays!: number;

  @BooleanParam({ name: 'new_user_input', doc: 'The user did something since the last report.', default: false })
  newUserInput!: boolean;

  @BooleanParam({ name: 'ping_only', doc: 'Report only; no presence data is returned.', default: false })
  pingOnly!: boolean;

  @BooleanParam({ name: 'slim_presence', doc: 'The modern format.', default: false, deprecated: true })
  slimPresence!: boolean;
}

/** `GET /users/{user}/presence` */
export class UserPresenceParams {
  @StringParam({ in: 'path', doc: 'ID or API email of the user.' })
  user!: string;
}

const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji'];

class StatusParams {
  @StringParam({ name: 'status_text', doc: 'At most 60 characters; an empty text clears it.', optional: true })
  statusText?: string;

  @StringParam({ name: 'emoji_name', doc: 'An empty name clears the emoji.', optional: true })
  emojiName?: string;

  @StringParam({ name: 'emoji_code', doc: "Within the type's namespace.", optional: true })
  emojiCode?: string;

  @StringParam({ name: 'reaction_type', doc: `One of ${REACTION_TYPES.join(', ')}.`, optional: true })
  reactionType?: string;
}

/** `POST /users/me/status` (users.md 10). */
export class UpdateOwnStatusParams extends StatusParams {
  @BooleanParam({ doc: 'The opposite of the setting presence_enabled.', optional: true, deprecated: true })
  away?: boolean;
}

/** `POST /users/{user_id}/status` */
export class UpdateStatusParams extends StatusParams {
  @IntegerParam({ in: 'path', name: 'user_id', doc: 'ID of the user.' })
  userId!: number;
}

/** `GET /users/{user_id}/status` */
export class GetStatusParams {
  @IntegerParam({ in: 'path', name: 'user_id', doc: 'ID of the user.' })
  userId!: number;
}

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
