import { IntegerParam, StringParam } from '@stoa/http-params';

/** Endpoints of one channel. */
export class ChannelParams {
  @IntegerParam({ in: 'path', name: 'stream_id', doc: 'ID of the channel.' })
  channelId!: number;
}

/** `GET /get_stream_id`. */
export class FindChannelParams {
  @StringParam({ name: 'stream', doc: 'Name of the channel, in any case.' })
  name!: string;
}

/** `GET /streams/{stream_id}/email_address`. */
export class ChannelEmailAddressParams extends ChannelParams {
  @IntegerParam({
    optional: true,
    name: 'sender_id',
    doc: 'Who sends what is mailed; a bot of the service if left out.',
  })
  senderId?: number;
}

/** `GET /users/{user_id}/subscriptions/{stream_id}`. */
export class SubscriptionStatusParams extends ChannelParams {
  @IntegerParam({ in: 'path', name: 'user_id', doc: 'ID of the user.' })
  userId!: number;
}
