import { Type } from '@sinclair/typebox';
import { JsonParam, StringListParam, StringParam } from '@stoa/http-params';
import { ChannelParams } from './channel.params';

const NewSubscriptionsSchema = Type.Array(
  Type.Object({
    name: Type.String(),
    color: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
  }),
);

/** `PATCH /users/me/subscriptions` (channels.md 7.3). */
export class ChangeSubscriptionsParams {
  @JsonParam(NewSubscriptionsSchema, { default: [], doc: 'Channels to subscribe to, by name.' })
  add!: { name: string; color?: string; description?: string }[];

  @StringListParam({ default: [], doc: 'Names of channels to unsubscribe from.' })
  delete!: string[];
}

const SubscriptionDataSchema = Type.Array(
  Type.Object({
    stream_id: Type.Integer(),
    property: Type.String(),
    value: Type.Union([Type.Boolean(), Type.String()]),
  }),
);

/** `POST /users/me/subscriptions/properties` (channels.md 9.1). */
export class SubscriptionPropertiesParams {
  @JsonParam(SubscriptionDataSchema, { name: 'subscription_data', doc: 'What to set, by channel.' })
  data!: { stream_id: number; property: string; value: boolean | string }[];
}

/** `PATCH /users/me/subscriptions/{stream_id}` (channels.md 9.2). */
export class SubscriptionPropertyParams extends ChannelParams {
  @StringParam({ doc: 'Name of the property.' })
  property!: string;

  @StringParam({ doc: 'A JSON boolean, or a colour as raw text.' })
  value!: string;
}
