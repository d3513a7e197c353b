import {
  ChannelRecipientFacts,
  EditRecipientFacts,
  MentionedGroupFacts,
  PushSettings,
  PushedMessageFacts,
} from './facts';

export const SENDER = 1;
export const RECIPIENT = 10;

/** The defaults of the settings (push.md 9.1). */
export const DEFAULT_SETTINGS: PushSettings = {
  enableOfflinePushNotifications: true,
  enableOnlinePushNotifications: true,
  enableStreamPushNotifications: false,
  enableFollowedTopicPushNotifications: true,
  enableFollowedTopicWildcardMentionsNotify: true,
  wildcardMentionsNotify: true,
  enableOfflineEmailNotifications: true,
  enableStreamEmailNotifications: false,
  enableFollowedTopicEmailNotifications: false,
};

export const PLAIN_CHANNEL: ChannelRecipientFacts = {
  topicPolicy: 0,
  isChannelMuted: false,
  pushNotifications: null,
  wildcardMentionsNotify: null,
  emailNotifications: null,
  isTopicParticipant: false,
};

/** A message without mentions. */
export function sampleMessage(over: Partial<PushedMessageFacts> = {}): PushedMessageFacts {
  return {
    senderId: SENDER,
    conversation: 'channel',
    isSilent: false,
    hasChannelWildcard: false,
    hasTopicWildcard: false,
    mentionedGroups: [],
    ...over,
  };
}

/** A recipient in a channel, with the default settings; `channel` and `settings` need name only what differs. */
export function sampleRecipient(
  over: Omit<Partial<EditRecipientFacts>, 'settings' | 'channel'> & {
    settings?: Partial<PushSettings>;
    channel?: Partial<ChannelRecipientFacts> | null;
  } = {},
): EditRecipientFacts {
  const { settings, channel, ...rest } = over;
  return {
    userId: RECIPIENT,
    isActiveHuman: true,
    hasUsableDevice: true,
    hasMutedSender: false,
    isMentionedPersonally: false,
    wasMentioned: false,
    ...rest,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    channel: channel === null ? null : { ...PLAIN_CHANNEL, ...channel },
  };
}

export function sampleGroup(groupId: number, members: readonly number[], size = members.length): MentionedGroupFacts {
  return { groupId, name: `group ${groupId}`, size, hasMember: (userId) => members.includes(userId) };
}
