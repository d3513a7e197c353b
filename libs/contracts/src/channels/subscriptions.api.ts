import { Type } from '@sinclair/typebox';
import { ALLOW_NUL, boolean, integer, json, oneOf, text, texts } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { SubscriptionSchema } from './channel-object';
import { newChannelParams } from './new-channel-params';

const NOT_ALLOWED: DocumentedError = { code: 'BAD_REQUEST', msg: 'Insufficient permission' };
const INVALID_CHANNEL: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };
const NO_SUCH_CHANNELS: DocumentedError = { code: 'BAD_REQUEST', msg: 'Channel(s) (nonexistent) do not exist' };
const PROPERTY_ERRORS: readonly DocumentedError[] = [
  INVALID_CHANNEL,
  { code: 'BAD_REQUEST', msg: 'Not subscribed to channel ID 7' },
  { code: 'BAD_REQUEST', msg: 'Unknown subscription property: nonexistent' },
];

/** Channels with many subscribers, or many channels at once, take their time. */
const CHANGE_TIMEOUT_MS = 30_000;

const stream_id = integer({ doc: 'ID of the channel.' });

const PrincipalsSchema = Type.Union([Type.Array(Type.String()), Type.Array(Type.Integer())]);
const NewSubscriptionsSchema = Type.Array(
  Type.Object({
    name: Type.String({ [ALLOW_NUL]: true }),
    description: Type.Optional(Type.String()),
    color: Type.Optional(Type.String()),
  }),
);
const NamesByUserSchema = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Channel names by user ID as decimal text.',
});
const subscribed = { subscribed: NamesByUserSchema, already_subscribed: NamesByUserSchema };
const messagesSent = { new_subscription_messages_sent: Type.Optional(Type.Boolean()) };
const unsubscribed = { removed: Type.Array(Type.String()), not_removed: Type.Array(Type.String()) };

/** The channel settings apply to channels that the call creates (channels.md 7.1). */
export const subscribe = defineEndpoint({
  method: 'POST',
  path: 'users/me/subscriptions',
  tag: 'Channels',
  summary: 'Subscribe to channels, creating missing ones',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.messages.v1.subscriptions.add',
  timeoutMs: CHANGE_TIMEOUT_MS,
  // Who is asked second finds what the first did, and answers `already_subscribed`: a hundred new channels take longer than 1.5 s.
  idempotent: true,
  repeatAfterMs: 4_000,
  params: {
    subscriptions: json(NewSubscriptionsSchema, { doc: 'The channels, by name; missing ones are created.' }),
    principals: json(PrincipalsSchema, {
      optional: true,
      doc: 'User IDs or API emails to subscribe instead of oneself.',
    }),
    authorization_errors_fatal: boolean({
      default: true,
      doc: 'Whether a channel that cannot be accessed fails the request.',
    }),
    announce: boolean({ default: false, doc: 'Announce channels that are created.' }),
    send_new_subscription_messages: boolean({
      default: true,
      doc: 'Tell other users in a direct message what they were subscribed to.',
    }),
    ...newChannelParams,
  },
  response: Type.Object(
    { ...subscribed, unauthorized: Type.Optional(Type.Array(Type.String())), ...messagesSent },
    CLOSED,
  ),
  errors: [{ code: 'BAD_REQUEST', msg: 'Unable to access channel (private).' }, NOT_ALLOWED],
});

/** channels.md 7.2 */
export const unsubscribe = defineEndpoint({
  method: 'DELETE',
  path: 'users/me/subscriptions',
  tag: 'Channels',
  summary: 'Unsubscribe from channels',
  auth: 'user',
  subject: 'rpc.messages.v1.subscriptions.remove',
  timeoutMs: CHANGE_TIMEOUT_MS,
  idempotent: true,
  params: {
    subscriptions: texts({ doc: 'Names of the channels.' }),
    principals: json(PrincipalsSchema, { optional: true, doc: 'User IDs or API emails instead of oneself.' }),
  },
  response: Type.Object(unsubscribed, CLOSED),
  errors: [NO_SUCH_CHANNELS, NOT_ALLOWED],
});

/** Both lists in one transaction (channels.md 7.3). */
export const changeSubscriptions = defineEndpoint({
  method: 'PATCH',
  path: 'users/me/subscriptions',
  tag: 'Channels',
  summary: 'Subscribe and unsubscribe at once',
  auth: 'user',
  subject: 'rpc.messages.v1.subscriptions.change',
  timeoutMs: CHANGE_TIMEOUT_MS,
  idempotent: true,
  params: {
    add: json(NewSubscriptionsSchema, { default: [], doc: 'Channels to subscribe to, by name.' }),
    delete: texts({ default: [], doc: 'Names of channels to unsubscribe from.' }),
  },
  response: Type.Object({ ...subscribed, ...messagesSent, ...unsubscribed }, CLOSED),
  errors: [{ code: 'BAD_REQUEST', msg: 'Nothing to do. Specify at least one of "add" or "delete".' }, NO_SUCH_CHANNELS],
});

/** channels.md 5.6 */
export const listSubscriptions = defineEndpoint({
  method: 'GET',
  path: 'users/me/subscriptions',
  tag: 'Channels',
  summary: 'Get your subscriptions',
  auth: 'user',
  subject: 'rpc.messages.v1.subscriptions.list',
  params: {
    include_subscribers: oneOf(['true', 'false', 'partial'], {
      text: 'short',
      default: 'false',
      doc: 'Whether each channel lists its subscribers; `partial` shortens long lists.',
    }),
  },
  response: Type.Object({ subscriptions: Type.Array(SubscriptionSchema) }, CLOSED),
});

/** channels.md 5.5 */
export const getSubscriptionStatus = defineEndpoint({
  method: 'GET',
  path: 'users/{user_id}/subscriptions/{stream_id}',
  tag: 'Channels',
  summary: 'Get whether a user is subscribed to a channel',
  auth: 'user',
  subject: 'rpc.messages.v1.subscriptions.status',
  params: { user_id: integer({ doc: 'ID of the user.' }), stream_id },
  response: Type.Object({ is_subscribed: Type.Boolean() }, CLOSED),
  errors: [{ code: 'BAD_REQUEST', msg: 'No such user' }, INVALID_CHANNEL],
});

/** channels.md 5.7 */
export const listUserChannels = defineEndpoint({
  method: 'GET',
  path: 'users/{user_id}/channels',
  tag: 'Channels',
  summary: 'Get the channels that a user is subscribed to',
  description: 'Those that are not archived and that the caller can see.',
  auth: 'user',
  subject: 'rpc.messages.v1.subscriptions.of-user',
  params: { user_id: integer({ doc: 'ID of the user.' }) },
  response: Type.Object(
    { subscribed_channel_ids: Type.Array(Type.Integer(), { description: 'IDs of channels, ascending.' }) },
    CLOSED,
  ),
  errors: [
    { code: 'BAD_REQUEST', msg: 'No such user' },
    { code: 'BAD_REQUEST', msg: 'User is deactivated' },
  ],
});

/** channels.md 9.1 */
export const setSubscriptionProperties = defineEndpoint({
  method: 'POST',
  path: 'users/me/subscriptions/properties',
  tag: 'Channels',
  summary: 'Change personal settings of subscriptions',
  auth: 'user',
  subject: 'rpc.messages.v1.subscriptions.set-properties',
  idempotent: true,
  params: {
    subscription_data: json(
      Type.Array(
        Type.Object({
          stream_id: Type.Integer(),
          property: Type.String(),
          value: Type.Union([Type.Boolean(), Type.String()]),
        }),
      ),
      { doc: 'What to set, by channel.' },
    ),
  },
  response: EmptyResponseSchema,
  errors: PROPERTY_ERRORS,
});

/** channels.md 9.2 */
export const setSubscriptionProperty = defineEndpoint({
  method: 'PATCH',
  path: 'users/me/subscriptions/{stream_id}',
  tag: 'Channels',
  summary: 'Change a personal setting of a subscription',
  auth: 'user',
  subject: 'rpc.messages.v1.subscriptions.set-property',
  idempotent: true,
  params: {
    stream_id,
    property: text({ doc: 'Name of the property.' }),
    value: text({ doc: 'A JSON boolean, or a colour as raw text.' }),
  },
  response: EmptyResponseSchema,
  errors: PROPERTY_ERRORS,
});
