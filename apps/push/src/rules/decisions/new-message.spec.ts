import { EditRecipientFacts, PushRecipientFacts, PushedMessageFacts } from './facts';
import { decideNewMessage } from './new-message';
import { RECIPIENT, SENDER, sampleGroup, sampleMessage, sampleRecipient } from './sample-facts';
import { PushTrigger } from './triggers';

type Over = Parameters<typeof sampleRecipient>[0];
const direct = { conversation: 'direct' } as const;
const ours = sampleGroup(5, [RECIPIENT]);
const theirs = sampleGroup(6, [RECIPIENT + 1]);
const followed = 3;
const unmuted = 2;
const muted = 1;

describe('who is notified at all', () => {
  const mentioned = { isMentionedPersonally: true };

  it.each<[string, Partial<PushedMessageFacts>, Over]>([
    ['bots and deactivated users', {}, { ...mentioned, isActiveHuman: false }],
    ['users without a device', {}, { ...mentioned, hasUsableDevice: false }],
    ['the sender', {}, { ...mentioned, userId: SENDER }],
    ['who muted the sender', {}, { ...mentioned, hasMutedSender: true }],
    ['anybody of a silent message', { isSilent: true }, mentioned],
    ['the sender of a direct message', direct, { userId: SENDER, channel: null }],
    ['anybody of a silent direct message', { ...direct, isSilent: true }, { channel: null }],
  ])('not %s', (_who, message, recipient) => {
    expect(decideNewMessage(sampleMessage(message), sampleRecipient(recipient))).toBeNull();
  });

  it('users who read on another device only if a trigger applies: without any there is nothing to tell', () => {
    expect(decideNewMessage(sampleMessage(), sampleRecipient())).toBeNull();
  });
});

describe('triggers', () => {
  const all = { hasChannelWildcard: true };
  const topic = { hasTopicWildcard: true };
  const offlineOff = { enableOfflinePushNotifications: false };

  it.each<[PushTrigger | null, string, Partial<PushedMessageFacts>, Over]>([
    ['direct_message', 'a direct message', direct, { channel: null }],
    [null, 'a direct message with offline pushes off', direct, { channel: null, settings: offlineOff }],
    ['direct_message', 'a direct message with a mention', direct, { channel: null, isMentionedPersonally: true }],
    ['mentioned', 'a personal mention', {}, { isMentionedPersonally: true }],
    ['mentioned', 'in a muted topic', {}, { isMentionedPersonally: true, channel: { topicPolicy: muted } }],
    ['mentioned', 'in a muted channel', {}, { isMentionedPersonally: true, channel: { isChannelMuted: true } }],
    [null, 'a personal mention with offline pushes off', {}, { isMentionedPersonally: true, settings: offlineOff }],
    ['mentioned', "a group's mention", { mentionedGroups: [ours] }, {}],
    [
      'mentioned',
      "a group's mention in a muted topic",
      { mentionedGroups: [ours] },
      { channel: { topicPolicy: muted } },
    ],
    [null, "another group's mention", { mentionedGroups: [theirs] }, {}],
    [null, "a group's mention with offline pushes off", { mentionedGroups: [ours] }, { settings: offlineOff }],
    ['topic_wildcard_mentioned', '@topic for a participant', topic, { channel: { isTopicParticipant: true } }],
    [null, '@topic for others', topic, {}],
    [
      'topic_wildcard_mentioned_in_followed_topic',
      '@topic in a followed topic',
      topic,
      { channel: { isTopicParticipant: true, topicPolicy: followed } },
    ],
    [
      'topic_wildcard_mentioned_in_followed_topic',
      '@topic in a followed topic of a muted channel',
      topic,
      { channel: { isTopicParticipant: true, topicPolicy: followed, isChannelMuted: true } },
    ],
    [
      'stream_wildcard_mentioned_in_followed_topic',
      '@all in a followed topic',
      all,
      { channel: { topicPolicy: followed } },
    ],
    [
      'stream_wildcard_mentioned_in_followed_topic',
      '@topic and @all in a followed topic for who takes no part',
      { ...topic, ...all },
      { channel: { topicPolicy: followed } },
    ],
    [
      'topic_wildcard_mentioned',
      '@topic in a followed topic, those of followed topics off',
      topic,
      {
        channel: { isTopicParticipant: true, topicPolicy: followed },
        settings: { enableFollowedTopicWildcardMentionsNotify: false },
      },
    ],
    [
      'followed_topic_push_notify',
      '@all in a followed topic of a muted channel, wildcards of followed topics off',
      all,
      {
        channel: { topicPolicy: followed, isChannelMuted: true },
        settings: { enableFollowedTopicWildcardMentionsNotify: false },
      },
    ],
    ['stream_wildcard_mentioned', '@all', all, {}],
    [null, '@all, wildcards off', all, { settings: { wildcardMentionsNotify: false } }],
    [
      'stream_wildcard_mentioned',
      '@all, wildcards on for the channel only',
      all,
      { settings: { wildcardMentionsNotify: false }, channel: { wildcardMentionsNotify: true } },
    ],
    [null, '@all, wildcards off for the channel only', all, { channel: { wildcardMentionsNotify: false } }],
    [null, '@all in a muted topic', all, { channel: { topicPolicy: muted } }],
    [null, '@all in a muted channel', all, { channel: { isChannelMuted: true } }],
    [
      'stream_wildcard_mentioned',
      '@all in an unmuted topic of a muted channel',
      all,
      { channel: { isChannelMuted: true, topicPolicy: unmuted } },
    ],
    ['topic_wildcard_mentioned', '@topic and @all', { ...topic, ...all }, { channel: { isTopicParticipant: true } }],
    ['followed_topic_push_notify', 'a followed topic', {}, { channel: { topicPolicy: followed } }],
    [
      'followed_topic_push_notify',
      'a followed topic with offline pushes off',
      {},
      { channel: { topicPolicy: followed }, settings: offlineOff },
    ],
    [
      null,
      'a followed topic, those off',
      {},
      { channel: { topicPolicy: followed }, settings: { enableFollowedTopicPushNotifications: false } },
    ],
    [
      'followed_topic_push_notify',
      'a followed topic of a channel with pushes',
      {},
      { channel: { topicPolicy: followed, pushNotifications: true } },
    ],
    ['stream_push_notify', 'a channel with pushes', {}, { channel: { pushNotifications: true } }],
    ['stream_push_notify', 'pushes of all channels', {}, { settings: { enableStreamPushNotifications: true } }],
    [
      'stream_push_notify',
      'a channel with pushes, offline pushes off',
      {},
      { channel: { pushNotifications: true }, settings: offlineOff },
    ],
    [
      null,
      'pushes of all channels but this',
      {},
      { settings: { enableStreamPushNotifications: true }, channel: { pushNotifications: false } },
    ],
    [null, 'a muted topic of a channel with pushes', {}, { channel: { pushNotifications: true, topicPolicy: muted } }],
    [null, 'a muted channel with pushes', {}, { channel: { pushNotifications: true, isChannelMuted: true } }],
    [
      'stream_push_notify',
      'an unmuted topic of a muted channel with pushes',
      {},
      { channel: { pushNotifications: true, isChannelMuted: true, topicPolicy: unmuted } },
    ],
    [
      'mentioned',
      'everything at once',
      { ...all, ...topic, mentionedGroups: [ours] },
      { channel: { topicPolicy: followed } },
    ],
  ])('%s: %s', (trigger, _what, message, recipient) => {
    expect(decideNewMessage(sampleMessage(message), sampleRecipient(recipient))?.trigger ?? null).toBe(trigger);
  });

  it('follow the table for every combination', () => {
    let count = 0;
    for (const [message, recipient] of everyCombination()) {
      const decided = decideNewMessage(message, recipient)?.trigger ?? null;
      // Compared by hand: an assertion for each of so many would take a minute.
      if (decided !== byTable(message, recipient)) expect({ decided, message, recipient }).toBeNull();
      count++;
    }
    expect(count).toBe(2 ** 5 * 4 * 2 * 3 * 3 * 2 ** 5);
  });
});

describe('the group that is named', () => {
  const decide = (groups: PushedMessageFacts['mentionedGroups'], over: Over = {}) =>
    decideNewMessage(sampleMessage({ mentionedGroups: groups }), sampleRecipient(over))?.mentionedGroup;

  it('is the smallest that has the recipient', () => {
    const large = sampleGroup(7, [RECIPIENT], 100);
    const small = sampleGroup(8, [RECIPIENT], 3);
    const foreign = sampleGroup(9, [], 1);
    const expected = { groupId: 8, name: 'group 8' };
    expect(decide([large, small, foreign])).toEqual(expected);
    expect(decide([foreign, small, large])).toEqual(expected);
  });

  it('is the older of two of one size', () => {
    const groups = [sampleGroup(8, [RECIPIENT]), sampleGroup(7, [RECIPIENT])];
    expect(decide(groups)?.groupId).toBe(7);
    expect(decide(groups.reverse())?.groupId).toBe(7);
  });

  it('is not named beside a personal mention, nor with another trigger', () => {
    expect(decide([ours], { isMentionedPersonally: true })).toBeUndefined();
    expect(decide([theirs], { channel: { pushNotifications: true } })).toBeUndefined();
    const message = sampleMessage({ ...direct, mentionedGroups: [ours] });
    expect(decideNewMessage(message, sampleRecipient({ channel: null }))).toEqual({ trigger: 'direct_message' });
  });
});

/** Push.md 9.1 row by row, as it stands there. */
function byTable(
  message: PushedMessageFacts,
  { settings, channel, ...recipient }: PushRecipientFacts,
): PushTrigger | null {
  if (!channel) return null;
  const mentioned = recipient.isMentionedPersonally || message.mentionedGroups.includes(ours);
  const offline = settings.enableOfflinePushNotifications;
  const follows = channel.topicPolicy === followed;
  const silenced = channel.topicPolicy === muted || (channel.isChannelMuted && channel.topicPolicy !== unmuted);
  const ruleW =
    !silenced &&
    (channel.wildcardMentionsNotify === null ? settings.wildcardMentionsNotify : channel.wildcardMentionsNotify);
  const ruleC =
    !silenced &&
    (channel.pushNotifications === null ? settings.enableStreamPushNotifications : channel.pushNotifications);
  const atTopic = message.hasTopicWildcard && channel.isTopicParticipant;
  const inFollowed = follows && settings.enableFollowedTopicWildcardMentionsNotify && offline;
  const rows: [PushTrigger, boolean][] = [
    ['mentioned', mentioned && offline],
    ['topic_wildcard_mentioned_in_followed_topic', atTopic && inFollowed],
    ['stream_wildcard_mentioned_in_followed_topic', message.hasChannelWildcard && inFollowed],
    ['topic_wildcard_mentioned', atTopic && ruleW && offline],
    ['stream_wildcard_mentioned', message.hasChannelWildcard && ruleW && offline],
    ['followed_topic_push_notify', follows && settings.enableFollowedTopicPushNotifications],
    ['stream_push_notify', ruleC],
  ];
  return rows.find(([, holds]) => holds)?.[0] ?? null;
}

function* everyCombination(): Generator<[PushedMessageFacts, EditRecipientFacts]> {
  for (let bits = 0; bits < 2 ** 10; bits++) {
    const bit = (at: number): boolean => (bits & (1 << at)) !== 0;
    const message = sampleMessage({
      hasChannelWildcard: bit(0),
      hasTopicWildcard: bit(1),
      mentionedGroups: bit(2) ? [ours] : [theirs],
    });
    const settings = {
      enableOfflinePushNotifications: bit(3),
      enableStreamPushNotifications: bit(4),
      enableFollowedTopicPushNotifications: bit(5),
      enableFollowedTopicWildcardMentionsNotify: bit(6),
      wildcardMentionsNotify: bit(7),
    };
    for (const channel of everyChannel(bit(8))) {
      yield [message, sampleRecipient({ isMentionedPersonally: bit(9), settings, channel })];
    }
  }
}

function* everyChannel(isTopicParticipant: boolean): Generator<Partial<NonNullable<PushRecipientFacts['channel']>>> {
  for (const topicPolicy of [0, muted, unmuted, followed]) {
    for (const isChannelMuted of [false, true]) {
      for (const pushNotifications of [null, false, true]) {
        for (const wildcardMentionsNotify of [null, false, true]) {
          yield { topicPolicy, isChannelMuted, pushNotifications, wildcardMentionsNotify, isTopicParticipant };
        }
      }
    }
  }
}
