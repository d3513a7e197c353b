export {
  createChannelFolder,
  listChannelFolders,
  reorderChannelFolders,
  updateChannelFolder,
} from './channel-folders.api';
export {
  archiveChannel,
  createChannel,
  getChannel,
  endChannelEmailAddresses,
  getChannelEmailAddress,
  getChannelId,
  getChannelMembers,
  listChannels,
  updateChannel,
} from './channels.api';
export type { UpdateChannelRequest } from './channels.api';
export {
  addDefaultChannel,
  changeDefaultChannelGroup,
  createDefaultChannelGroup,
  deleteDefaultChannelGroup,
  removeDefaultChannel,
  updateDefaultChannelGroup,
} from './default-channels.api';
export type { NewChannelParams } from './new-channel-params';
export {
  changeSubscriptions,
  getSubscriptionStatus,
  listUserChannels,
  listSubscriptions,
  setSubscriptionProperties,
  setSubscriptionProperty,
  subscribe,
  unsubscribe,
} from './subscriptions.api';
export { listTopics, muteTopic, readTopics, setTopicPolicy } from './topics.api';
export type { ChannelObject, SubscriptionObject } from './channel-object';
