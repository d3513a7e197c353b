import { Type } from '@sinclair/typebox';
import { BooleanParam, IntegerParam, JsonParam, StringListParam, StringParam } from '@stoa/http-params';

/** `GET /events` (realtime.md 3.1); everything but the first three is for registering without a queue (3.5). */
export class PollEventsParams {
  @StringParam({ optional: true, name: 'queue_id', doc: 'The queue, from `POST /register`.' })
  queueId?: string;

  @IntegerParam({
    optional: true,
    name: 'last_event_id',
    doc: 'The highest event ID received so far; acknowledges it and everything before. -1 at first.',
  })
  lastEventId?: number;

  @BooleanParam({
    default: false,
    name: 'dont_block',
    doc: 'Answer at once, possibly without events. Without `queue_id`: register a queue instead.',
  })
  dontBlock!: boolean;

  @BooleanParam({ default: false, name: 'apply_markdown', doc: 'Registering: HTML instead of markup.' })
  applyMarkdown!: boolean;

  @BooleanParam({
    default: false,
    name: 'client_gravatar',
    doc: 'Registering: the client computes gravatar addresses.',
  })
  clientGravatar!: boolean;

  @BooleanParam({ default: false, name: 'slim_presence', doc: 'Registering: presence events without email.' })
  slimPresence!: boolean;

  @BooleanParam({ default: false, name: 'all_public_streams', doc: 'Registering: messages of every public channel.' })
  allPublicStreams!: boolean;

  @StringListParam({ optional: true, name: 'event_types', doc: 'Registering: types of events to get; all without.' })
  eventTypes?: string[];

  @JsonParam(Type.Array(Type.Tuple([Type.String(), Type.String()])), {
    optional: true,
    doc: 'Registering: pairs of operator and operand that messages must match.',
  })
  narrow?: [string, string][];

  @IntegerParam({ default: 0, name: 'lifespan_secs', min: 0, doc: 'Registering: idle life of the queue; 0 = default.' })
  lifespanSeconds!: number;

  @BooleanParam({ default: false, name: 'bulk_message_deletion', doc: 'Registering: client capability.' })
  bulkMessageDeletion!: boolean;

  @BooleanParam({ default: false, name: 'stream_typing_notifications', doc: 'Registering: client capability.' })
  streamTypingNotifications!: boolean;

  @BooleanParam({ default: false, name: 'user_settings_object', doc: 'Registering: client capability.' })
  userSettingsObject!: boolean;

  @BooleanParam({ default: false, name: 'linkifier_url_template', doc: 'Registering: client capability.' })
  linkifierUrlTemplate!: boolean;

  @BooleanParam({ default: false, name: 'user_list_incomplete', doc: 'Registering: client capability.' })
  userListIncomplete!: boolean;

  @BooleanParam({ default: false, name: 'include_deactivated_groups', doc: 'Registering: client capability.' })
  includeDeactivatedGroups!: boolean;

  @BooleanParam({ default: false, name: 'archived_channels', doc: 'Registering: client capability.' })
  archivedChannels!: boolean;

  @BooleanParam({ default: false, name: 'empty_topic_name', doc: 'Registering: client capability.' })
  emptyTopicName!: boolean;

  @BooleanParam({ default: false, name: 'simplified_presence_events', doc: 'Registering: client capability.' })
  simplifiedPresenceEvents!: boolean;
}
