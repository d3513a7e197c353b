import { PushedMessageFacts } from './facts';
import { EditRemovalFacts, decideEdit, editWithdraws } from './edited-message';
import {
  DEFAULT_SETTINGS,
  PLAIN_CHANNEL,
  RECIPIENT,
  SENDER,
  sampleGroup,
  sampleMessage,
  sampleRecipient,
} from './sample-facts';

type Over = Parameters<typeof sampleRecipient>[0];
const mentioned = { isMentionedPersonally: true };
const followed = 3;
const ours = sampleGroup(5, [RECIPIENT]);

describe('an edit notifies', () => {
  it.each<[string, string, Partial<PushedMessageFacts>, Over]>([
    ['mentioned', 'who is newly mentioned', {}, mentioned],
    ['mentioned', 'members of a newly mentioned group, as if personally', { mentionedGroups: [ours] }, {}],
    ['stream_wildcard_mentioned', 'everybody by @all', { hasChannelWildcard: true }, {}],
    [
      'topic_wildcard_mentioned',
      'participants by @topic',
      { hasTopicWildcard: true },
      { channel: { isTopicParticipant: true } },
    ],
    [
      'stream_wildcard_mentioned_in_followed_topic',
      'followers who are not told of every message',
      { hasChannelWildcard: true },
      { channel: { topicPolicy: followed }, settings: { enableFollowedTopicPushNotifications: false } },
    ],
    [
      'mentioned',
      'in a muted channel with pushes',
      {},
      { ...mentioned, channel: { pushNotifications: true, isChannelMuted: true } },
    ],
  ])('%s: %s', (trigger, _who, message, recipient) => {
    expect(decideEdit(sampleMessage(message), sampleRecipient(recipient))).toEqual({ trigger });
  });

  it.each<[string, Partial<PushedMessageFacts>, Over]>([
    ['without a mention', {}, {}],
    ['of a direct message', { conversation: 'direct' }, { ...mentioned, channel: null }],
    ['for who left the channel', {}, { ...mentioned, channel: null }],
    ['for who was mentioned before', {}, { ...mentioned, wasMentioned: true }],
    ['for who muted the sender', {}, { ...mentioned, hasMutedSender: true }],
    ['for the sender', {}, { ...mentioned, userId: SENDER }],
    ['for who has no device', {}, { ...mentioned, hasUsableDevice: false }],
    ['of a silent message', { isSilent: true }, mentioned],
    ['with offline pushes off', {}, { ...mentioned, settings: { enableOfflinePushNotifications: false } }],
    ['for followers who get every push', {}, { ...mentioned, channel: { topicPolicy: followed } }],
    [
      'for followers who get every mail',
      {},
      {
        ...mentioned,
        channel: { topicPolicy: followed },
        settings: { enableFollowedTopicPushNotifications: false, enableFollowedTopicEmailNotifications: true },
      },
    ],
    ['for who gets every push of the channel', {}, { ...mentioned, channel: { pushNotifications: true } }],
    [
      'for who gets every push of all channels',
      {},
      { ...mentioned, settings: { enableStreamPushNotifications: true } },
    ],
    ['for who gets every mail of the channel', {}, { ...mentioned, channel: { emailNotifications: true } }],
    [
      'for who gets every mail of all channels',
      {},
      { ...mentioned, settings: { enableStreamEmailNotifications: true } },
    ],
  ])('nobody: %s', (_what, message, recipient) => {
    expect(decideEdit(sampleMessage(message), sampleRecipient(recipient))).toBeNull();
  });

  it('whose mail of the channel is off, although that of all channels is on', () => {
    const recipient = sampleRecipient({
      ...mentioned,
      settings: { enableStreamEmailNotifications: true },
      channel: { emailNotifications: false },
    });
    expect(decideEdit(sampleMessage(), recipient)).toEqual({ trigger: 'mentioned' });
  });
});

describe('an edit withdraws', () => {
  const facts: EditRemovalFacts = {
    conversation: 'channel',
    wasMentioned: true,
    isMentioned: false,
    settings: DEFAULT_SETTINGS,
    channel: PLAIN_CHANNEL,
  };
  const everyPush = { ...PLAIN_CHANNEL, pushNotifications: true };

  it.each<[boolean, string, Partial<EditRemovalFacts>]>([
    [true, 'a mention is gone', {}],
    [true, 'a mention is gone, of who left the channel', { channel: null }],
    [true, 'a mention is gone, in a muted channel with pushes', { channel: { ...everyPush, isChannelMuted: true } }],
    [true, 'a mention is gone, in a followed topic', { channel: { ...PLAIN_CHANNEL, topicPolicy: followed } }],
    [false, 'there is still a mention', { isMentioned: true }],
    [false, 'there was none', { wasMentioned: false }],
    [false, 'a mention is new', { wasMentioned: false, isMentioned: true }],
    [false, 'a direct message', { conversation: 'direct', channel: null }],
    [false, 'a channel with pushes', { channel: everyPush }],
    [false, 'pushes of all channels', { settings: { ...DEFAULT_SETTINGS, enableStreamPushNotifications: true } }],
  ])('%s: %s', (withdraws, _what, over) => {
    expect(editWithdraws({ ...facts, ...over })).toBe(withdraws);
  });
});
