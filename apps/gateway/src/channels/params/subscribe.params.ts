import { Type } from '@sinclair/typebox';
import { BooleanParam, EnumParam, JsonParam, StringListParam } from '@stoa/http-params';
import { NewChannelParams } from './new-channel.params';

const PrincipalsSchema = Type.Union([Type.Array(Type.Integer()), Type.Array(Type.String())]);
const NewSubscriptionsSchema = Type.Array(
  Type.Object({
    name: Type.String(),
    description: Type.Optional(Type.String()),
    color: Type.Optional(Type.String()),
  }),
);

/** `POST /users/me/subscriptions` (channels.md 7.1). The channel settings apply to channels that the call makes. */
export class SubscribeParams extends NewChannelParams {
  @JsonParam(NewSubscriptionsSchema, { doc: 'The channels, by name; missing ones are created.' })
  subscriptions!: { name: string; description?: string; color?: string }[];

  @JsonParam(PrincipalsSchema, { optional: true, doc: 'User IDs or API emails to subscribe instead of oneself.' })
  principals?: number[] | string[];

  @BooleanParam({
    default: true,
    name: 'authorization_errors_fatal',
    doc: 'Whether a channel that cannot be accessed fails the request.',
  })
  authorizationErrorsFatal!: boolean;

  @BooleanParam({ default: false, doc: 'Announce channels that are created.' })
  announce!: boolean;

  @BooleanParam({
    default: true,
    name: 'send_new_subscription_messages',
    doc: 'Tell other users in a direct message what they were subscribed to.',
  })
  sendNewSubscriptionMessages!: boolean;
}

/** `DELETE /users/me/subscriptions` (channels.md 7.2). */
export class UnsubscribeParams {
  @StringListParam({ doc: 'Names of the channels.' })
  subscriptions!: string[];

  @JsonParam(PrincipalsSchema, { optional: true, doc: 'User IDs or API emails instead of oneself.' })
  principals?: number[] | string[];
}

/** `GET /users/me/subscriptions` (channels.md 5.6). */
export class ListSubscriptionsParams {
  @EnumParam(['true', 'false', 'partial'], {
    text: 'short',
    default: 'false',
    name: 'include_subscribers',
    doc: 'Whether each channel lists its subscribers; `partial` shortens long lists.',
  })
  includeSubscribers!: 'true' | 'false' | 'partial';
}
