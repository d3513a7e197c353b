import { BooleanParam, IntegerListParam, StringParam } from '@stoa/http-params';
import { NewChannelParams } from './new-channel.params';

/** `POST /channels/create` (channels.md 6). */
export class CreateChannelParams extends NewChannelParams {
  @StringParam({ strip: true, minLength: 1, doc: 'Name of the channel.' })
  name!: string;

  @IntegerListParam({ doc: 'IDs of the users to subscribe; the creator only if listed.' })
  subscribers!: number[];

  @StringParam({ default: '', maxLength: 1024, doc: 'Description, in markup.' })
  description!: string;

  @BooleanParam({ default: false, doc: 'Announce the channel.' })
  announce!: boolean;

  @BooleanParam({
    optional: true,
    name: 'send_new_subscription_messages',
    doc: 'Has no effect: nobody is written to about a channel that is created.',
  })
  sendNewSubscriptionMessages?: boolean;
}
