import { BooleanParam, EnumParam, IntegerParam, StringParam } from '@stoa/http-params';
import { ChannelParams } from './channel.params';

const LONGEST_TOPIC = 60;

/** `GET /users/me/{stream_id}/topics` (channels.md 11.2). */
export class ListTopicsParams extends ChannelParams {
  @BooleanParam({
    default: false,
    name: 'allow_empty_topic_name',
    doc: 'Whether the empty topic is listed as such instead of by its display name.',
  })
  allowEmptyTopicName!: boolean;
}

/** `POST /user_topics` (channels.md 11.4). */
export class SetTopicPolicyParams {
  @IntegerParam({ name: 'stream_id', doc: 'ID of the channel.' })
  channelId!: number;

  @StringParam({ strip: true, maxLength: LONGEST_TOPIC, alias: ['subject'], doc: 'The topic; it need not exist.' })
  topic!: string;

  @EnumParam([0, 1, 2, 3], {
    text: 'long',
    name: 'visibility_policy',
    doc: '0 none, 1 muted, 2 unmuted, 3 followed.',
  })
  policy!: number;
}

/** `PATCH /users/me/subscriptions/muted_topics` (channels.md 11.5). */
export class MuteTopicParams {
  @IntegerParam({ optional: true, name: 'stream_id', doc: 'ID of the channel.' })
  channelId?: number;

  @StringParam({ optional: true, name: 'stream', doc: 'Name of the channel, instead of its ID.' })
  channelName?: string;

  @StringParam({ strip: true, maxLength: LONGEST_TOPIC, alias: ['subject'], doc: 'The topic.' })
  topic!: string;

  @EnumParam(['add', 'remove'], { text: 'short', doc: 'Whether to mute the topic or to forget about it.' })
  op!: 'add' | 'remove';
}
