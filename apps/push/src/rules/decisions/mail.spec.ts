import { decideMail, decideMailOfEdit } from './mail';
import { RECIPIENT, SENDER, sampleGroup, sampleMessage, sampleRecipient } from './sample-facts';

const direct = sampleMessage({ conversation: 'direct' });
const plain = sampleMessage();
const toAll = sampleMessage({ hasChannelWildcard: true });
const toTopic = sampleMessage({ hasTopicWildcard: true });
const mentioned = sampleRecipient({ isMentionedPersonally: true });
const OFF = { enableOfflineEmailNotifications: false };
const FOLLOWED = { topicPolicy: 3 };

describe('mails about messages', () => {
  it.each([
    ['a direct message', direct, sampleRecipient({ channel: null }), 'direct_message'],
    [
      'a direct message to who has no device',
      direct,
      sampleRecipient({ channel: null, hasUsableDevice: false }),
      'direct_message',
    ],
    ['a direct message to who wants none', direct, sampleRecipient({ channel: null, settings: OFF }), null],
    ['a mention', plain, mentioned, 'mentioned'],
    [
      'a mention in a muted topic',
      plain,
      sampleRecipient({ isMentionedPersonally: true, channel: { topicPolicy: 1 } }),
      'mentioned',
    ],
    ['a mention of who wants none', plain, sampleRecipient({ isMentionedPersonally: true, settings: OFF }), null],
    [
      'a mention in a channel that was left',
      plain,
      sampleRecipient({ isMentionedPersonally: true, channel: null }),
      'mentioned',
    ],
    ['nothing special', plain, sampleRecipient(), null],
    ['everybody', toAll, sampleRecipient(), 'stream_wildcard_mentioned'],
    ['everybody, who wants no mails', toAll, sampleRecipient({ settings: OFF }), null],
    ['everybody, muted', toAll, sampleRecipient({ channel: { isChannelMuted: true } }), null],
    [
      'everybody, in a followed topic',
      toAll,
      sampleRecipient({ channel: FOLLOWED }),
      'stream_wildcard_mentioned_in_followed_topic',
    ],
    ['the topic, of which the user is no part', toTopic, sampleRecipient(), null],
    ['the topic', toTopic, sampleRecipient({ channel: { isTopicParticipant: true } }), 'topic_wildcard_mentioned'],
    [
      'a followed topic',
      plain,
      sampleRecipient({ channel: FOLLOWED, settings: { enableFollowedTopicEmailNotifications: true } }),
      'followed_topic_email_notify',
    ],
    [
      'a followed topic, for who wants no other mails',
      plain,
      sampleRecipient({ channel: FOLLOWED, settings: { ...OFF, enableFollowedTopicEmailNotifications: true } }),
      'followed_topic_email_notify',
    ],
    ['a followed topic, unwanted', plain, sampleRecipient({ channel: FOLLOWED }), null],
    [
      'a channel by its own setting',
      plain,
      sampleRecipient({ channel: { emailNotifications: true } }),
      'stream_email_notify',
    ],
    [
      'a channel by the setting of all',
      plain,
      sampleRecipient({ settings: { enableStreamEmailNotifications: true } }),
      'stream_email_notify',
    ],
    [
      'a channel, whose own setting counts',
      plain,
      sampleRecipient({ settings: { enableStreamEmailNotifications: true }, channel: { emailNotifications: false } }),
      null,
    ],
    [
      'a channel whose topic is muted',
      plain,
      sampleRecipient({ channel: { emailNotifications: true, topicPolicy: 1 } }),
      null,
    ],
    [
      'an unmuted topic of a muted channel',
      plain,
      sampleRecipient({ channel: { emailNotifications: true, isChannelMuted: true, topicPolicy: 2 } }),
      'stream_email_notify',
    ],
    ['a push setting only', plain, sampleRecipient({ channel: { pushNotifications: true } }), null],
    ['the sender', direct, sampleRecipient({ userId: SENDER, channel: null }), null],
    ['who muted the sender', direct, sampleRecipient({ hasMutedSender: true, channel: null }), null],
    ['a bot', direct, sampleRecipient({ isActiveHuman: false, channel: null }), null],
    [
      'a silent message',
      sampleMessage({ conversation: 'direct', isSilent: true }),
      sampleRecipient({ channel: null }),
      null,
    ],
  ])('are decided for %s', (_name, message, recipient, trigger) => {
    expect(decideMail(message, recipient)?.trigger ?? null).toBe(trigger);
  });

  it('name the smallest group that was mentioned', () => {
    const groups = [sampleGroup(1, [RECIPIENT, 2, 3]), sampleGroup(2, [RECIPIENT])];
    const decision = decideMail(sampleMessage({ mentionedGroups: groups }), sampleRecipient());
    expect(decision).toEqual({ trigger: 'mentioned', mentionedGroup: { groupId: 2, name: 'group 2' } });
  });

  it.each([
    ['a new mention', plain, mentioned, 'mentioned'],
    ['a mention that was there', plain, sampleRecipient({ isMentionedPersonally: true, wasMentioned: true }), null],
    ['no mention', plain, sampleRecipient(), null],
    [
      'who had a mail of the channel',
      plain,
      sampleRecipient({ isMentionedPersonally: true, channel: { emailNotifications: true } }),
      null,
    ],
    ['a direct message', direct, sampleRecipient({ channel: null, isMentionedPersonally: true }), null],
  ])('are decided for an edit with %s', (_name, message, recipient, trigger) => {
    expect(decideMailOfEdit(message, recipient)?.trigger ?? null).toBe(trigger);
  });
});
