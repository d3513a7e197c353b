export { channelObject, weeklyTraffic } from './channel-object';
export type { ChannelColumns, GroupValues } from './channel-object';
export { personAdded, personRemoved } from './person-events';
export { joinedText, looksDifferentToItself, placeholderText, userText } from './user-text';
export type { UserRow } from './user-text';
