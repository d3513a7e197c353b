import type { TSchema } from '@sinclair/typebox';
import {
  ChannelCreateEventSchema,
  ChannelDeleteEventSchema,
  ChannelUpdateEventSchema,
  DefaultChannelsEventSchema,
  SubscriptionAddEventSchema,
  SubscriptionRemoveEventSchema,
} from './channel.events';
import {
  AddFlagEventSchema,
  HeartbeatEventSchema,
  MessageEventSchema,
  MutedTopicsEventSchema,
  RemoveFlagEventSchema,
  UserTopicEventSchema,
} from './message.events';
import {
  RealmBotApiKeyEventSchema,
  RealmUserAddEventSchema,
  SubscriptionPeerEventSchema,
  UserGroupAddMembersEventSchema,
} from './user.events';

/** Every event that the service sends, as clients see it: the API reference lists them and tests admit no others. */
export const CLIENT_EVENT_SCHEMAS: readonly TSchema[] = [
  HeartbeatEventSchema,
  MessageEventSchema,
  AddFlagEventSchema,
  RemoveFlagEventSchema,
  UserTopicEventSchema,
  MutedTopicsEventSchema,
  ChannelCreateEventSchema,
  ChannelDeleteEventSchema,
  ChannelUpdateEventSchema,
  SubscriptionAddEventSchema,
  SubscriptionRemoveEventSchema,
  SubscriptionPeerEventSchema,
  DefaultChannelsEventSchema,
  RealmUserAddEventSchema,
  UserGroupAddMembersEventSchema,
  RealmBotApiKeyEventSchema,
];
